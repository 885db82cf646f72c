//! Shortest ways from one of five nodes over twenty edges, by Bellman and Ford.
//@ paper: 4 EUREKA.BellmanFord
//@ row: --unwind 20
//@ row: -DANY --unwind 20
//@ safe:
//@ safe: -DROUNDS=2 -DANY
//@ unsafe: -DBUG
//@ unsafe: -DBUG -DANY -DROUNDS=2
#include <assert.h>
#define NODES 5
#define EDGES 20
#define FAR 899
#ifndef ROUNDS
#define ROUNDS (NODES - 1)
#endif
int nondet_int(void);

const int from[EDGES] = {0, 4, 1, 1, 0, 0, 1, 3, 4, 4, 2, 2, 3, 0, 0, 3, 1, 2, 2, 3};
const int to[EDGES] = {1, 3, 4, 3, 4, 2, 3, 2, 3, 0, 0, 4, 2, 3, 2, 1, 2, 1, 4, 0};
const int lengths[EDGES] = {5, 2, 7, 9, 1, 10, 8, 3, 4, 6, 5, 2, 7, 12, 9, 1, 3, 4, 2, 8};

int main(void) {
  int length[EDGES], distance[NODES];
  for (int e = 0; e < EDGES; e++) {
#ifdef ANY
    length[e] = nondet_int();
    if (length[e] < 0 || length[e] > 100)
      return 0;
#else
    length[e] = lengths[e];
#endif
#ifdef BUG
    length[e] -= 2;
#endif
  }
  for (int v = 0; v < NODES; v++)
    distance[v] = v == 0 ? 0 : FAR;
  for (int round = 0; round < ROUNDS; round++)
    for (int e = 0; e < EDGES; e++) {
      int way = distance[from[e]] + length[e];
      if (way < distance[to[e]])
        distance[to[e]] = way;
    }
  for (int v = 0; v < NODES; v++)
    assert(distance[v] >= 0 && distance[v] <= FAR);
  return 0;
}
