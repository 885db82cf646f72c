int shared = 7;
int tentative;
int weak_value = 4;
static int state = 40;
static int local(void) { return 2; }
int other_state(void) { return state; }
int bump(int by) { state += by * local(); tentative++; return state; }
int weak_function(void) { return 6; }
