// Red-black trees, on which std::map and std::set rest. The order of the elements is what counts; the shape
// is balanced by the rules of red-black trees (Cormen et al., chapter 13).
#include "cxx/cxx.h"

struct node {
  unsigned color;
  struct node *parent, *left, *right;
};
// The library's headers give the header the color 0 and leave those of nodes to these functions, so that the color
// tells them apart: the claims about iterators rest on that.
#define HEADER 0u
#define BLACK 1u
#define RED 2u

// The header is the parent of the root; its children are the first and the last node.
static struct node *first_below(struct node *node) {
  while (node->left)
    node = node->left;
  return node;
}

static struct node *last_below(struct node *node) {
  while (node->right)
    node = node->right;
  return node;
}

static struct node *next(struct node *node) {
  if (node->right)
    return first_below(node->right);
  struct node *parent = node->parent;
  while (node == parent->right) {
    node = parent;
    parent = parent->parent;
  }
  // At the last node this is the header, unless the root is the last node.
  return node->right != parent ? parent : node;
}

static struct node *previous(struct node *node) {
  if (node->color == HEADER)
    return node->right;
  if (node->left)
    return last_below(node->left);
  struct node *parent = node->parent;
  while (node == parent->left) {
    node = parent;
    parent = parent->parent;
  }
  return parent;
}

struct node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct node *node) { return next(node); }
const struct node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(const struct node *node) {
  return next((struct node *)node);
}
struct node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct node *node) {
  return previous(node);
}
const struct node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(const struct node *node) {
  return previous((struct node *)node);
}

// Puts another node in the place of one below its parent.
static void replace(struct node **root, struct node *old, struct node *new) {
  struct node *parent = old->parent;
  if (old == *root)
    *root = new;
  else if (old == parent->left)
    parent->left = new;
  else
    parent->right = new;
  if (new)
    new->parent = parent;
}

static void rotate_left(struct node **root, struct node *node) {
  struct node *up = node->right;
  node->right = up->left;
  if (node->right)
    node->right->parent = node;
  replace(root, node, up);
  up->left = node;
  node->parent = up;
}

static void rotate_right(struct node **root, struct node *node) {
  struct node *up = node->left;
  node->left = up->right;
  if (node->left)
    node->left->parent = node;
  replace(root, node, up);
  up->right = node;
  node->parent = up;
}

void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(_Bool left, struct node *node,
                                                                      struct node *parent,
                                                                      struct node *header) {
  struct node **root = &header->parent;
  node->parent = parent;
  node->left = NULL;
  node->right = NULL;
  node->color = RED;
  if (left) {
    parent->left = node;
    if (parent == header) {
      header->parent = node;
      header->right = node;
    } else if (parent == header->left) {
      header->left = node;
    }
  } else {
    parent->right = node;
    if (parent == header->right)
      header->right = node;
  }
  while (node != *root && node->parent->color == RED) {
    struct node *above = node->parent, *grand = above->parent;
    _Bool on_left = above == grand->left;
    struct node *uncle = on_left ? grand->right : grand->left;
    if (uncle && uncle->color == RED) {
      above->color = BLACK;
      uncle->color = BLACK;
      grand->color = RED;
      node = grand;
    } else if (on_left) {
      if (node == above->right) {
        node = above;
        rotate_left(root, node);
      }
      node->parent->color = BLACK;
      grand->color = RED;
      rotate_right(root, grand);
    } else {
      if (node == above->left) {
        node = above;
        rotate_right(root, node);
      }
      node->parent->color = BLACK;
      grand->color = RED;
      rotate_left(root, grand);
    }
  }
  (*root)->color = BLACK;
}

// Repairs a tree that lacks a black node on the paths through a place.
static void add_black(struct node **root, struct node *node, struct node *parent) {
  while (node != *root && (!node || node->color == BLACK)) {
    _Bool on_left = node == parent->left;
    struct node *sibling = on_left ? parent->right : parent->left;
    if (sibling->color == RED) {
      sibling->color = BLACK;
      parent->color = RED;
      if (on_left)
        rotate_left(root, parent);
      else
        rotate_right(root, parent);
      sibling = on_left ? parent->right : parent->left;
    }
    struct node *near = on_left ? sibling->left : sibling->right;
    struct node *far = on_left ? sibling->right : sibling->left;
    if ((!near || near->color == BLACK) && (!far || far->color == BLACK)) {
      sibling->color = RED;
      node = parent;
      parent = parent->parent;
      continue;
    }
    if (!far || far->color == BLACK) {
      near->color = BLACK;
      sibling->color = RED;
      if (on_left)
        rotate_right(root, sibling);
      else
        rotate_left(root, sibling);
      far = sibling;
      sibling = near;
    }
    sibling->color = parent->color;
    parent->color = BLACK;
    far->color = BLACK;
    if (on_left)
      rotate_left(root, parent);
    else
      rotate_right(root, parent);
    break;
  }
  if (node)
    node->color = BLACK;
}

struct node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct node *gone,
                                                                        struct node *header) {
  struct node **root = &header->parent;
  struct node *child, *parent;
  unsigned color = gone->color;
  if (gone == header->left)
    header->left = gone->right ? first_below(gone->right) : gone->parent;
  if (gone == header->right)
    header->right = gone->left ? last_below(gone->left) : gone->parent;
  if (gone->left && gone->right) {
    // The next node takes its place.
    struct node *heir = first_below(gone->right);
    child = heir->right;
    color = heir->color;
    parent = heir->parent == gone ? heir : heir->parent;
    if (heir->parent != gone) {
      replace(root, heir, child);
      heir->right = gone->right;
      heir->right->parent = heir;
    }
    replace(root, gone, heir);
    heir->left = gone->left;
    heir->left->parent = heir;
    heir->color = gone->color;
  } else {
    child = gone->left ? gone->left : gone->right;
    parent = gone->parent;
    replace(root, gone, child);
  }
  if (color == BLACK)
    add_black(root, child, parent);
  return gone;
}

unsigned _ZSt20_Rb_tree_black_countPKSt18_Rb_tree_node_baseS1_(const struct node *node,
                                                              const struct node *root) {
  unsigned count = 0;
  for (; node; node = node == root ? NULL : node->parent)
    count += node->color == BLACK;
  return count;
}
