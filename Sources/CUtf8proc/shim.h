#pragma once
#include <stdlib.h>
#include <utf8proc.h>

/// Frees what utf8proc_map allocated (it says: with free).
static inline void albumen_utf8proc_free(utf8proc_uint8_t *text) { free(text); }
