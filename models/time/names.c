// Names of days and months in the "C" locale.
#include "time/dates.h"

const char __cassay_days[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
const char __cassay_months[12][10] = {"January",   "February", "March",    "April",
                                      "May",       "June",     "July",     "August",
                                      "September", "October",  "November", "December"};
