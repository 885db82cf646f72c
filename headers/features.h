#ifndef _FEATURES_H
#define _FEATURES_H
#endif
