#include "CExiv2.h"

#include <cstdlib>
#include <cstring>
#include <exiv2/exiv2.hpp>
#include <memory>
#include <string>
#include <unordered_map>

struct albumen_exiv2 {
  std::unique_ptr<Exiv2::Image> image;
  /// The first value of each tag of EXIF. To find one by its name Exiv2 goes through its tables of all tags
  /// that there are, and then through all that the picture has.
  std::unordered_map<std::string, const Exiv2::Exifdatum *> exif;
};

namespace {

char *copy(const std::string &text) {
  char *bytes = static_cast<char *>(std::malloc(text.size() + 1));
  if (bytes) std::memcpy(bytes, text.c_str(), text.size() + 1);
  return bytes;
}

/// Runs what may throw anything: a picture that cannot be read is no reason to end.
template <typename Body>
auto guarded(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    return nullptr;
  }
}

template <typename Opened>
albumen_exiv2 *read(Opened opened) {
  return guarded([&]() -> albumen_exiv2 * {
    auto image = opened();
    if (!image.get()) return nullptr;
    image->readMetadata();
    auto metadata = std::make_unique<albumen_exiv2>();
    for (const auto &datum : image->exifData()) {
      if (datum.count() > 0) metadata->exif.emplace(datum.key(), &datum);
    }
    metadata->image.reset(image.release());
    return metadata.release();
  });
}

/// The first value of a tag of XMP or IPTC.
template <typename Data>
typename Data::iterator find(Data &data, const char *tag) {
  auto found = data.begin();
  while (found != data.end() && (found->count() == 0 || found->key() != tag)) ++found;
  return found;
}

/// The first value of a tag of EXIF; null where there is none.
const Exiv2::Exifdatum *exif(const albumen_exiv2 *metadata, const char *tag) {
  auto found = metadata->exif.find(tag);
  return found == metadata->exif.end() ? nullptr : found->second;
}

bool is(const char *tag, const char *family) {
  return std::strncmp(tag, family, std::strlen(family)) == 0;
}

template <typename Data>
char *text(Data &data, const char *tag) {
  auto found = find(data, tag);
  return found == data.end() ? nullptr : copy(found->toString());
}

}  // namespace

void albumen_exiv2_initialize(void) {
  Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
  guarded([]() -> void * {
    Exiv2::XmpParser::initialize();
#ifdef EXV_ENABLE_BMFF
    Exiv2::enableBMFF(true);
#endif
    return nullptr;
  });
}

albumen_exiv2 *albumen_exiv2_read(const uint8_t *bytes, size_t count) {
  return read([&] { return Exiv2::ImageFactory::open(bytes, static_cast<long>(count)); });
}

albumen_exiv2 *albumen_exiv2_read_file(const char *path) {
  return read([&] { return Exiv2::ImageFactory::open(std::string(path)); });
}

void albumen_exiv2_free(albumen_exiv2 *metadata) { delete metadata; }

void albumen_exiv2_release(void *value) { std::free(value); }

int albumen_exiv2_has_iptc(const albumen_exiv2 *metadata) {
  return !metadata->image->iptcData().empty();
}

int albumen_exiv2_has_xmp(const albumen_exiv2 *metadata) {
  return !metadata->image->xmpData().empty();
}

int albumen_exiv2_width(const albumen_exiv2 *metadata) { return metadata->image->pixelWidth(); }

int albumen_exiv2_height(const albumen_exiv2 *metadata) { return metadata->image->pixelHeight(); }

char *albumen_exiv2_text(albumen_exiv2 *metadata, const char *tag) {
  return guarded([&]() -> char * {
    if (is(tag, "Exif.")) {
      auto found = exif(metadata, tag);
      return found ? copy(found->toString()) : nullptr;
    }
    if (is(tag, "Iptc.")) return text(metadata->image->iptcData(), tag);
    return text(metadata->image->xmpData(), tag);
  });
}

char *albumen_exiv2_words(albumen_exiv2 *metadata, const char *tag) {
  return guarded([&]() -> char * {
    auto found = exif(metadata, tag);
    return found ? copy(found->print(&metadata->image->exifData())) : nullptr;
  });
}

char *albumen_exiv2_text_at(albumen_exiv2 *metadata, const char *tag, size_t index) {
  return guarded([&]() -> char * {
    if (is(tag, "Xmp.")) {
      auto &data = metadata->image->xmpData();
      auto found = find(data, tag);
      if (found == data.end() || index >= static_cast<size_t>(found->count())) return nullptr;
      return copy(found->toString(static_cast<long>(index)));
    }
    // IPTC repeats the whole dataset.
    for (auto &datum : metadata->image->iptcData()) {
      if (datum.count() > 0 && datum.key() == tag && index-- == 0) return copy(datum.toString());
    }
    return nullptr;
  });
}

uint8_t *albumen_exiv2_bytes(albumen_exiv2 *metadata, const char *tag, size_t *count) {
  return guarded([&]() -> uint8_t * {
    auto found = exif(metadata, tag);
    if (!found) return nullptr;
    *count = static_cast<size_t>(found->size());
    auto bytes = static_cast<uint8_t *>(std::malloc(*count + 1));
    if (bytes) found->copy(bytes, Exiv2::invalidByteOrder);
    return bytes;
  });
}
