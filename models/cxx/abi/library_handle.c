// The library that destructors of variables belong to. Nothing reads it.
void *__dso_handle = &__dso_handle;
