// What the debug mode of libstdc++ (_GLIBCXX_DEBUG) knows of iterators: each container has a list of those
// that belong to it, and a version that changes when all of them become invalid.
#include "cxx/cxx.h"

struct iterator {
  struct sequence *sequence;
  // That of the container, unless the iterator is invalid.
  unsigned version;
  struct iterator *prior, *next;
};

struct sequence {
  struct iterator *iterators, *constant_iterators;
  unsigned version;
};

// An unordered container, which also has iterators into single buckets.
struct unordered {
  struct sequence base;
  struct iterator *local, *constant_local;
};

static void reset(struct iterator *iterator) {
  iterator->sequence = 0;
  iterator->version = 0;
  iterator->prior = 0;
  iterator->next = 0;
}

static void unlink_from(struct iterator **list, struct iterator *iterator) {
  if (iterator->prior)
    iterator->prior->next = iterator->next;
  else if (*list == iterator)
    *list = iterator->next;
  if (iterator->next)
    iterator->next->prior = iterator->prior;
}

static void link_to(struct iterator **list, struct iterator *iterator, struct sequence *sequence) {
  iterator->sequence = sequence;
  iterator->version = sequence->version;
  iterator->prior = 0;
  iterator->next = *list;
  if (*list)
    (*list)->prior = iterator;
  *list = iterator;
}

static void detach_list(struct iterator **list) {
  for (struct iterator *iterator = *list, *next; iterator; iterator = next) {
    next = iterator->next;
    reset(iterator);
  }
  *list = 0;
}

static void detach_invalid(struct iterator **list, unsigned version) {
  for (struct iterator *iterator = *list, *next; iterator; iterator = next) {
    next = iterator->next;
    if (iterator->version != version) {
      unlink_from(list, iterator);
      reset(iterator);
    }
  }
}

static void revalidate(struct iterator *iterator, unsigned version) {
  for (; iterator; iterator = iterator->next)
    iterator->version = version;
}

static void own(struct iterator *iterator, struct sequence *owner) {
  for (; iterator; iterator = iterator->next)
    iterator->sequence = owner;
}

static void swap_lists(struct iterator **a, struct iterator **b) {
  struct iterator *held = *a;
  *a = *b;
  *b = held;
}

// Threads may look at one container at the same time: what its lists undergo is atomic.
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

// An iterator into the whole container.

static void detach(struct iterator *self) {
  if (self->sequence) {
    // It is in one of the lists; only its head has no predecessor.
    struct sequence *sequence = self->sequence;
    unlink_from(sequence->iterators == self ? &sequence->iterators : &sequence->constant_iterators,
                self);
    reset(self);
  }
}

void _ZN11__gnu_debug19_Safe_iterator_base9_M_detachEv(struct iterator *self) {
  __VERIFIER_atomic_begin();
  detach(self);
  __VERIFIER_atomic_end();
}

void _ZN11__gnu_debug19_Safe_iterator_base16_M_detach_singleEv(struct iterator *self) {
  _ZN11__gnu_debug19_Safe_iterator_base9_M_detachEv(self);
}

void _ZN11__gnu_debug19_Safe_iterator_base9_M_attachEPNS_19_Safe_sequence_baseEb(
    struct iterator *self, struct sequence *sequence, _Bool constant) {
  __VERIFIER_atomic_begin();
  detach(self);
  if (sequence)
    link_to(constant ? &sequence->constant_iterators : &sequence->iterators, self, sequence);
  __VERIFIER_atomic_end();
}

void _ZN11__gnu_debug19_Safe_iterator_base16_M_attach_singleEPNS_19_Safe_sequence_baseEb(
    struct iterator *self, struct sequence *sequence, _Bool constant) {
  _ZN11__gnu_debug19_Safe_iterator_base9_M_attachEPNS_19_Safe_sequence_baseEb(self, sequence, constant);
}

void _ZN11__gnu_debug19_Safe_iterator_base8_M_resetEv(struct iterator *self) { reset(self); }

_Bool _ZNK11__gnu_debug19_Safe_iterator_base11_M_singularEv(const struct iterator *self) {
  return !self->sequence || self->version != self->sequence->version;
}

_Bool _ZNK11__gnu_debug19_Safe_iterator_base14_M_can_compareERKS0_(const struct iterator *self,
                                                                 const struct iterator *other) {
  return !_ZNK11__gnu_debug19_Safe_iterator_base11_M_singularEv(self) &&
         !_ZNK11__gnu_debug19_Safe_iterator_base11_M_singularEv(other) &&
         self->sequence == other->sequence;
}

// A container.

void _ZN11__gnu_debug19_Safe_sequence_base13_M_detach_allEv(struct sequence *self) {
  detach_list(&self->iterators);
  detach_list(&self->constant_iterators);
}

void _ZN11__gnu_debug19_Safe_sequence_base18_M_detach_singularEv(struct sequence *self) {
  detach_invalid(&self->iterators, self->version);
  detach_invalid(&self->constant_iterators, self->version);
}

void _ZN11__gnu_debug19_Safe_sequence_base22_M_revalidate_singularEv(struct sequence *self) {
  revalidate(self->iterators, self->version);
  revalidate(self->constant_iterators, self->version);
}

void _ZN11__gnu_debug19_Safe_sequence_base7_M_swapERS0_(struct sequence *self, struct sequence *other) {
  unsigned version = self->version;
  self->version = other->version;
  other->version = version;
  swap_lists(&self->iterators, &other->iterators);
  swap_lists(&self->constant_iterators, &other->constant_iterators);
  own(self->iterators, self);
  own(self->constant_iterators, self);
  own(other->iterators, other);
  own(other->constant_iterators, other);
}

// An iterator into a bucket.

static void detach_local(struct iterator *self) {
  if (self->sequence) {
    struct unordered *container = (struct unordered *)self->sequence;
    unlink_from(container->local == self ? &container->local : &container->constant_local, self);
    reset(self);
  }
}

void _ZN11__gnu_debug25_Safe_local_iterator_base9_M_detachEv(struct iterator *self) {
  __VERIFIER_atomic_begin();
  detach_local(self);
  __VERIFIER_atomic_end();
}

void _ZN11__gnu_debug25_Safe_local_iterator_base16_M_detach_singleEv(struct iterator *self) {
  _ZN11__gnu_debug25_Safe_local_iterator_base9_M_detachEv(self);
}

void _ZN11__gnu_debug25_Safe_local_iterator_base9_M_attachEPNS_19_Safe_sequence_baseEb(
    struct iterator *self, struct sequence *sequence, _Bool constant) {
  __VERIFIER_atomic_begin();
  detach_local(self);
  struct unordered *container = (struct unordered *)sequence;
  if (container)
    link_to(constant ? &container->constant_local : &container->local, self, sequence);
  __VERIFIER_atomic_end();
}

void _ZN11__gnu_debug25_Safe_local_iterator_base16_M_attach_singleEPNS_19_Safe_sequence_baseEb(
    struct iterator *self, struct sequence *sequence, _Bool constant) {
  _ZN11__gnu_debug25_Safe_local_iterator_base9_M_attachEPNS_19_Safe_sequence_baseEb(self, sequence,
                                                                                    constant);
}

// An unordered container.

void _ZN11__gnu_debug30_Safe_unordered_container_base13_M_detach_allEv(struct unordered *self) {
  _ZN11__gnu_debug19_Safe_sequence_base13_M_detach_allEv(&self->base);
  detach_list(&self->local);
  detach_list(&self->constant_local);
}

void _ZN11__gnu_debug30_Safe_unordered_container_base7_M_swapERS0_(struct unordered *self,
                                                                  struct unordered *other) {
  _ZN11__gnu_debug19_Safe_sequence_base7_M_swapERS0_(&self->base, &other->base);
  swap_lists(&self->local, &other->local);
  swap_lists(&self->constant_local, &other->constant_local);
  own(self->local, &self->base);
  own(self->constant_local, &self->base);
  own(other->local, &other->base);
  own(other->constant_local, &other->base);
}

// The mutex of a container: one for all is enough, because nothing here blocks while it is held.
static struct {
  long words[8];
} mutex;

void *_ZN11__gnu_debug19_Safe_iterator_base12_M_get_mutexEv(struct iterator *self) { return &mutex; }
void *_ZN11__gnu_debug19_Safe_sequence_base12_M_get_mutexEv(struct sequence *self) { return &mutex; }
