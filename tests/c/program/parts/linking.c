// The other half of linking.c.
int shared_without_value = 5;
int weak_value = 2;
static int own = 2;
int weak_function(void) { return 2; }
int other_own(void) { return own; }
