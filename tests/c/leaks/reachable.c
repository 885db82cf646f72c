//! Memory that a variable still leads to at the end is not lost, but it is not cleaned up either.
//! When main returns, its own variables are gone, also under a property of SV-COMP; exit keeps them.
//@ revisions: global static_local list tree array interior past integer heap_only main_local property property_track exits exits_inside global_cleanup list_cleanup user
//@ flags: --force-malloc-success
//@[global] flags: --property valid-memsafety -DGLOBAL
//@[static_local] flags: --property valid-memsafety -DSTATIC_LOCAL
//@[list] flags: --property valid-memsafety -DLIST
//@[tree] flags: --property valid-memsafety -DTREE
//@[array] flags: --property valid-memsafety -DARRAY
//@[interior] flags: --property valid-memsafety -DINTERIOR
//@[past] flags: --property valid-memsafety -DPAST
//@[integer] flags: --property valid-memsafety -DINTEGER
//@[heap_only] flags: --lost-memory-check -DHEAP_ONLY
//@[main_local] flags: --lost-memory-check -DMAIN_LOCAL
//@[property] flags: --property valid-memsafety -DMAIN_LOCAL
//@[property_track] flags: --property valid-memtrack -DHEAP_ONLY
//@[exits] flags: --property valid-memsafety -DMAIN_LOCAL -DEXITS
//@[exits_inside] flags: --lost-memory-check -DHEAP_ONLY -DEXITS_INSIDE
//@[global_cleanup] flags: --property valid-memcleanup -DGLOBAL
//@[list_cleanup] flags: --property valid-memcleanup -DLIST
//@[user] flags: --memory-leak-check -DGLOBAL
//@[user] contains: is not freed
//@[global] verdict: safe
//@[static_local] verdict: safe
//@[list] verdict: safe
//@[tree] verdict: safe
//@[array] verdict: safe
//@[interior] verdict: safe
//@[past] verdict: safe
//@[integer] verdict: safe
//@[heap_only] verdict: unsafe
//@[main_local] verdict: unsafe
//@[property] verdict: unsafe
//@[property] contains: violated property: valid-memtrack
//@[property_track] verdict: unsafe
//@[exits] verdict: safe
//@[exits_inside] verdict: safe
//@[global_cleanup] verdict: unsafe
//@[list_cleanup] verdict: unsafe
//@[user] verdict: unsafe
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *left;
  int value;
};
static struct node *root;
static char *inside;
static uintptr_t number;
static struct node *slots[8];
static void leave(void) { exit(0); }
int main(void) {
#ifdef GLOBAL
  root = malloc(sizeof *root);
#endif
#ifdef STATIC_LOCAL
  static struct node *kept;
  kept = malloc(sizeof *kept);
#endif
#ifdef LIST
  for (int i = 0; i < 5; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = root;
    fresh->left = NULL;
    root = fresh;
  }
#endif
#ifdef TREE
  root = calloc(1, sizeof *root);
  root->next = calloc(1, sizeof *root);
  root->left = calloc(1, sizeof *root);
  if (__VERIFIER_nondet_int())
    root->next->left = calloc(1, sizeof *root);
  else
    root->left->next = calloc(1, sizeof *root);
#endif
#ifdef ARRAY
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 8)
    return 0;
  slots[i] = malloc(sizeof *root);
#endif
#ifdef INTERIOR
  inside = (char *)malloc(20) + 7;
#endif
#ifdef PAST
  inside = (char *)malloc(20) + 20;
#endif
#ifdef INTEGER
  number = (uintptr_t)malloc(20);
#endif
#ifdef HEAP_ONLY
  struct node *a = malloc(sizeof *a);
  a->next = malloc(sizeof *a);
  a->next->next = a;
#endif
#ifdef MAIN_LOCAL
  int *p = malloc(sizeof *p);
  *p = 1;
#endif
#ifdef EXITS
  exit(0);
#endif
#ifdef EXITS_INSIDE
  leave();
#endif
  return 0; //~[global_cleanup] memory-cleanup //~[list_cleanup] memory-cleanup //~[user] memory-cleanup //~[heap_only] memory-leak //~[main_local] memory-leak //~[property] memory-leak //~[property_track] memory-leak
}
