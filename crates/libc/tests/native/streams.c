// Reading from streams.
#define _GNU_SOURCE
#include "check.h"
#include <stdlib.h>

int model_fgetc(struct model_file *stream);
int model_ungetc(int c, struct model_file *stream);
char *model_fgets(char *text, int size, struct model_file *stream);
size_t model_fread(void *bytes, size_t size, size_t count, struct model_file *stream);
ssize_t model_getline(char **line, size_t *size, struct model_file *stream);
int model_feof(struct model_file *stream);
void model_clearerr(struct model_file *stream);

// One step of both sides; what each gives and leaves is the same.
static void step(FILE *file, struct model_file *stream, const char *text) {
  char x[40], y[40];
  memset(x, '~', sizeof x);
  memset(y, '~', sizeof y);
  size_t pushed = 0;
  for (unsigned long long stack = stream->pushed; stack > 1; stack >>= 8)
    pushed++;
  switch (random_bits() % 7) {
  case 0: {
    int c = fgetc(file), found = model_fgetc(stream);
    CHECK(c == found, "fgetc in \"%s\": %d %d", text, c, found);
    // The library has room for what it gave itself.
    if (c != EOF && random_bits() % 2) {
      int back = random_bits() % 2 ? c : '\n';
      CHECK(ungetc(back, file) == model_ungetc(back, stream), "ungetc in \"%s\"", text);
    }
    break;
  }
  case 1:
  case 2: {
    int size = (int)(random_bits() % 12);
    world.room = size > 1 + pushed ? (size_t)size - 1 - pushed : 0;
    char *line = fgets(x, size, file), *found = model_fgets(y, size, stream);
    CHECK(!line == !found && memcmp(x, y, sizeof x) == 0, "fgets(%d) in \"%s\": %.20s %.20s", size,
          text, x, y);
    break;
  }
  case 3: {
    size_t size = 1 + random_bits() % 4, count = random_bits() % 5;
    world.room = size * count;
    world.size = size;
    world.pushed = pushed;
    size_t got = fread(x, size, count, file), found = model_fread(y, size, count, stream);
    CHECK(got == found && memcmp(x, y, sizeof x) == 0, "fread(%zu, %zu) in \"%s\": %zu %zu", size,
          count, text, got, found);
    break;
  }
  case 4:
    CHECK(!feof(file) == !model_feof(stream), "feof in \"%s\"", text);
    break;
  case 6: {
    // Each side keeps its memory for the next line.
    static char *a, *b;
    static size_t n, m;
    world.room = SIZE_MAX;
    ssize_t got = getline(&a, &n, file), found = model_getline(&b, &m, stream);
    CHECK(got == found && (got < 0 || memcmp(a, b, (size_t)got + 1) == 0),
          "getline in \"%s\": %zd %zd", text, got, found);
    break;
  }
  case 5:
    if (random_bits() % 8 == 0) {
      clearerr(file);
      model_clearerr(stream);
    }
  }
}

void check_streams(void) {
  doing = "streams";
  for (int i = 0; i < 20000; i++) {
    char text[40];
    size_t length = 1 + random_bits() % 30;
    for (size_t k = 0; k < length; k++)
      text[k] = "abc\n\0"[random_bits() % 5];
    FILE *file = fmemopen(text, length, "r");
    struct model_file stream = {.open = 1};
    world = (struct world){.text = text, .length = length};
    for (int k = 0; k < 12; k++)
      step(file, &stream, text);
    fclose(file);
  }
}
