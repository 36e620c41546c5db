#pragma once
// Exiv2 as C: it has no C interface of its own. Nothing here throws; what Exiv2 throws is "cannot be read".
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What was read from one picture or XMP packet.
typedef struct albumen_exiv2 albumen_exiv2;

/// Sets the library up, once in a process, and silences it.
void albumen_exiv2_initialize(void);

/// Reads metadata from bytes, which are needed only during the call; NULL if it cannot.
albumen_exiv2 *albumen_exiv2_read(const uint8_t *bytes, size_t count);
/// Reads the metadata of a file; NULL if it cannot.
albumen_exiv2 *albumen_exiv2_read_file(const char *path);
void albumen_exiv2_free(albumen_exiv2 *metadata);

int albumen_exiv2_has_iptc(const albumen_exiv2 *metadata);
int albumen_exiv2_has_xmp(const albumen_exiv2 *metadata);
/// In pixels as stored; 0 where it is not known.
int albumen_exiv2_width(const albumen_exiv2 *metadata);
int albumen_exiv2_height(const albumen_exiv2 *metadata);

// Tags have Exiv2's names, such as Exif.Photo.DateTimeOriginal. What is returned is the
// caller's, to be given back to this.
void albumen_exiv2_release(void *value);

/// The value of a tag as text; NULL where it has none.
char *albumen_exiv2_text(albumen_exiv2 *metadata, const char *tag);
/// The value of a tag of EXIF as Exiv2 words it for people; NULL where it has none.
char *albumen_exiv2_words(albumen_exiv2 *metadata, const char *tag);
/// One of several values of a tag of XMP or IPTC; NULL behind the last one.
char *albumen_exiv2_text_at(albumen_exiv2 *metadata, const char *tag, size_t index);
/// The bytes of a tag of EXIF, and how many; NULL where it has none.
uint8_t *albumen_exiv2_bytes(albumen_exiv2 *metadata, const char *tag, size_t *count);

#ifdef __cplusplus
}
#endif
