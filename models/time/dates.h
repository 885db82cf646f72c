// Definitions that the models of dates share.
#ifndef CASSAY_DATES_H
#define CASSAY_DATES_H

#include "cassay.h"
#include <time.h>

// Names of days and months in the "C" locale.
extern const char __cassay_days[7][10];
extern const char __cassay_months[12][10];

#endif
