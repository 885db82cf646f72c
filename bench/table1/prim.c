//! A least spanning tree of a graph of eight nodes, by Prim. It reaches all nodes, by edges of
//! the graph, and is no heavier than the edges of the first node.
//@ paper: 5 EUREKA.Prim
//@ row: --unwind 8
//@ row: -DANY -DSAFETY --unwind 8
//@ row: -DN=3 -DANY --unwind 3
//@ safe:
//@ safe: -DN=3 -DANY
//@ safe: -DN=3 -DANY -DSAFETY
//@ unsafe: -DN=4 -DBUG
//@ unsafe: -DN=4 -DANY -DBUG
#include <assert.h>
#ifndef N
#define N 8
#endif
#define FAR 1000000
int nondet_int(void);

int weight[N][N];
int nearest[N], cost[N], inside[N];

void read_graph(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
#ifdef ANY
      int w = nondet_int();
      if (w < 1)
        w = 1;
      if (w > 1000)
        w = 1000;
#else
      int w = 1 + (i * 7 + j * 5) % 11;
#endif
      weight[i][j] = w;
      weight[j][i] = w;
    }
}

int closest(void) {
  int best = -1;
  for (int v = 0; v < N; v++)
    if (!inside[v] && (best < 0 || cost[v] < cost[best]))
      best = v;
  return best;
}

int span(void) {
  int total = 0;
  for (int v = 0; v < N; v++) {
    inside[v] = 0;
    cost[v] = v == 0 ? 0 : FAR;
    nearest[v] = 0;
  }
  for (int round = 0; round < N; round++) {
    int v = closest();
    assert(v >= 0 && v < N);
    inside[v] = 1;
    total += cost[v];
    for (int w = 0; w < N; w++)
#ifdef BUG
      if (!inside[w] && weight[v][w] > cost[w] % FAR) {
#else
      if (!inside[w] && weight[v][w] < cost[w]) {
#endif
        cost[w] = weight[v][w];
        nearest[w] = v;
      }
  }
  return total;
}

int main(void) {
  read_graph();
  int total = span();
  int sum = 0;
  for (int v = 1; v < N; v++) {
    assert(inside[v] && nearest[v] != v);
    sum += weight[0][v];
#ifndef SAFETY
    assert(weight[nearest[v]][v] == cost[v]);
#endif
  }
#ifndef SAFETY
  assert(total <= sum);
#endif
  return 0;
}
