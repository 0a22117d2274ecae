#include "text.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------------ Characters */

#define REPLACEMENT 0xFFFD

/* Reads one character and its length in bytes. Bytes that are not UTF-8 are replaced one by one. */
static uint32_t next_character(const unsigned char *text, size_t *length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = text[0];
    size_t count = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    uint32_t value;
    size_t i;

    *length = 1;
    if (count == 0) return REPLACEMENT;
    if (count == 1) return first;
    value = first & (0x7F >> count);
    for (i = 1; i < count; i++) {
        /* The terminating zero is not a continuation byte, so this never reads past it. */
        if ((text[i] & 0xC0) != 0x80) return REPLACEMENT;
        value = value << 6 | (text[i] & 0x3F);
    }
    if (value < least[count] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return REPLACEMENT;
    *length = count;
    return value;
}

typedef struct range { uint32_t first, last; } range;

static int is_among(uint32_t value, const range *ranges, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (value >= ranges[i].first && value <= ranges[i].last) return 1;
    return 0;
}

/* Controls, directional marks, invisible characters, line separators, private-use and unassigned code points. */
static int is_harmful(uint32_t value)
{
    static const range ranges[] = {
        {0x00, 0x1F}, {0x7F, 0x9F}, {0xAD, 0xAD}, {0x34F, 0x34F}, {0x600, 0x605}, {0x61C, 0x61C}, {0x6DD, 0x6DD},
        {0x70F, 0x70F}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F}, {0x2028, 0x202E},
        {0x2060, 0x206F}, {0x3164, 0x3164}, {0xE000, 0xF8FF}, {0xFDD0, 0xFDEF}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
        {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF},
    };
    return is_among(value, ranges, sizeof ranges / sizeof *ranges) || (value & 0xFFFE) == 0xFFFE;
}

/* Combining marks. A stack of many covers the lines above it. */
static int is_mark(uint32_t value)
{
    static const range ranges[] = {
        {0x300, 0x36F}, {0x483, 0x489}, {0x591, 0x5BD}, {0x610, 0x61A}, {0x64B, 0x65F}, {0xE31, 0xE31}, {0xE34, 0xE3A},
        {0xE47, 0xE4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F},
    };
    return is_among(value, ranges, sizeof ranges / sizeof *ranges);
}

/* --------------------------------------------------------------------------------------------------------- Writing */

void dm_write(dm_writer *writer, const char *bytes, size_t count)
{
    /* A part of an entity or of a character would be worse than nothing. */
    if (writer->is_full || count > writer->capacity - writer->count) {
        writer->is_full = 1;
        return;
    }
    memcpy(writer->bytes + writer->count, bytes, count);
    writer->count += count;
}

void dm_write_plain(dm_writer *writer, const char *text) { dm_write(writer, text, strlen(text)); }

static void write_digits(dm_writer *writer, uint32_t value, int count)
{
    while (count-- > 0) dm_write(writer, &"0123456789ABCDEF"[value >> (4 * count) & 15], 1);
}

static const char *entity(uint32_t value)
{
    switch (value) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '`': return "&#96;";
    default: return NULL;
    }
}

void dm_write_html(dm_writer *writer, const char *text, size_t limit)
{
    const unsigned char *rest = (const unsigned char *)text;
    size_t count = 0, marks = 0, length;

    for (; *rest; rest += length) {
        uint32_t value = next_character(rest, &length);
        const char *named = entity(value);

        if (count++ >= limit) {
            dm_write_plain(writer, "\xE2\x80\xA6");
            return;
        }
        marks = is_mark(value) ? marks + 1 : 0;
        if (marks > 4) continue;
        if (named) {
            dm_write_plain(writer, named);
        } else if (is_harmful(value)) {
            dm_write_plain(writer, "\xE2\x80\xB9U+");
            write_digits(writer, value, value > 0xFFFFF ? 6 : value > 0xFFFF ? 5 : 4);
            dm_write_plain(writer, "\xE2\x80\xBA");
            count += 7;
        } else if (value == REPLACEMENT) {
            dm_write_plain(writer, "\xEF\xBF\xBD");
        } else {
            dm_write(writer, (const char *)rest, length);
        }
    }
}

void dm_write_json(dm_writer *writer, const char *text, size_t limit)
{
    const unsigned char *rest = (const unsigned char *)text;
    size_t count = 0, length;

    dm_write_plain(writer, "\"");
    for (; *rest; rest += length) {
        uint32_t value = next_character(rest, &length);

        if (count++ >= limit) {
            dm_write_plain(writer, "\xE2\x80\xA6");
            break;
        }
        if (value == '"' || value == '\\') {
            dm_write_plain(writer, "\\");
            dm_write(writer, (const char *)rest, 1);
        } else if (value == '<' || value == '>' || value == '&' || is_harmful(value)) {
            /* Programs paste answers into pages and terminals. */
            if (value > 0xFFFF) {
                dm_write_plain(writer, "\\u");
                write_digits(writer, 0xD800 + ((value - 0x10000) >> 10), 4);
                value = 0xDC00 + (value & 0x3FF);
            }
            dm_write_plain(writer, "\\u");
            write_digits(writer, value, 4);
        } else if (value == REPLACEMENT) {
            dm_write_plain(writer, "\\uFFFD");
        } else {
            dm_write(writer, (const char *)rest, length);
        }
    }
    dm_write_plain(writer, "\"");
}

/* ---------------------------------------------------------------------------------------------------------- Fields */

static int is_safe(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
        || (byte && strchr("-._~:/@+", byte));
}

void dm_field_value(const char *text, char value[DM_FIELD_SIZE])
{
    static const char ellipsis[] = "%E2%80%A6";
    const unsigned char *rest = (const unsigned char *)text;
    dm_writer writer = {value, DM_FIELD_SIZE - sizeof ellipsis, 0, 0};
    size_t length, i;

    if (!*rest || strcmp(text, "-") == 0) {
        strcpy(value, *rest ? "%2D" : "-");
        return;
    }
    for (; *rest; rest += length) {
        size_t before = writer.count;

        next_character(rest, &length);
        for (i = 0; i < length; i++) {
            if (is_safe(rest[i])) {
                dm_write(&writer, (const char *)rest + i, 1);
            } else {
                dm_write_plain(&writer, "%");
                write_digits(&writer, rest[i], 2);
            }
        }
        if (writer.is_full) {
            /* Only whole characters. */
            strcpy(value + before, ellipsis);
            return;
        }
    }
    value[writer.count] = 0;
}

int dm_is_word(const char *bytes, size_t count, const char *lower)
{
    size_t i;
    for (i = 0; i < count; i++) {
        char byte = bytes[i] >= 'A' && bytes[i] <= 'Z' ? (char)(bytes[i] | 0x20) : bytes[i];
        if (!lower[i] || byte != lower[i]) return 0;
    }
    return lower[count] == 0;
}
