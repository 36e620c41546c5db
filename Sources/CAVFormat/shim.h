#pragma once
#include <libavformat/avformat.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/log.h>

// Macros with casts, which the importer does not show.
static const int64_t avshim_no_time = AV_NOPTS_VALUE;
