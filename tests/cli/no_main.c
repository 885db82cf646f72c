int helper(int x) { return x < 100 ? x + 1 : x; }
