// Dates and times on streams, in the classic locale.
#include "cxx/stream/facets.hpp"

extern "C" size_t strftime(char *, size_t, const char *, const tm *);

namespace std {

typedef ostreambuf_iterator<char> to_stream;
typedef time_put<char> times;

template <> locale::id times::id = {};
template <> times::~time_put() {}

namespace {
// Room for what one conversion gives.
const size_t room = 128;

to_stream written(to_stream to, const char *text, size_t length) {
  if (!to.failed && to.buffer->xsputn(text, (streamsize)length) != (streamsize)length)
    to.failed = true;
  return to;
}
} // namespace

template <>
to_stream times::do_put(to_stream to, ios_base &, char, const tm *time, char format, char modifier) const {
  char conversion[4], text[room];
  char *next = conversion;
  *next++ = '%';
  if (modifier)
    *next++ = modifier;
  *next++ = format;
  *next = 0;
  return written(to, text, strftime(text, room, conversion, time));
}

template <>
to_stream times::put(to_stream to, ios_base &stream, char fill, const tm *time, const char *from,
                     const char *end) const {
  while (from < end) {
    char c = *from++, modifier = 0;
    if (c != '%') {
      to = written(to, &c, 1);
      continue;
    }
    if (from < end && (*from == 'E' || *from == 'O'))
      modifier = *from++;
    if (from < end)
      to = do_put(to, stream, fill, time, *from++, modifier);
  }
  return to;
}

template <> const times &use_facet<times>(const locale &from) {
  static const times *const classic = new (__cassay_object(sizeof(times))) times;
  if (from.implementation)
    __cassay_unsupported("times in a locale other than the classic one");
  return *classic;
}
template <> bool has_facet<times>(const locale &) throw() { return true; }
} // namespace std
