/* Writers of text to memory of a fixed size: plain, as HTML, as JSON, and as the value of a header field. */
#ifndef DM_TEXT_H
#define DM_TEXT_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The destination of a text. Text that does not fit is omitted and sets `is_full`; the caller then writes less. */
typedef struct dm_writer {
    char *bytes;
    size_t capacity;
    size_t count;
    int is_full;
} dm_writer;

/* Writes bytes unchanged. */
void dm_write(dm_writer *writer, const char *bytes, size_t count);

/* Writes a zero-terminated text unchanged: only for texts of this code. */
void dm_write_plain(dm_writer *writer, const char *text);

/*
 * Writes a text for people as the content of an element, or of a quoted attribute, of HTML.
 *
 * Names of rules and explanations are untrusted. Characters that would reverse, hide or cover adjacent text are
 * replaced by their names, and texts longer than `limit` characters are truncated.
 */
void dm_write_html(dm_writer *writer, const char *text, size_t limit);

/* Writes a text as a JSON string, including its quotation marks. */
void dm_write_json(dm_writer *writer, const char *text, size_t limit);

/* The maximum size of a field value from dm_field_value, including its zero. */
#define DM_FIELD_SIZE 201

/*
 * Converts a text to the value of an HTTP field: letters, digits and -._~:/@+ are kept, every other byte is
 * percent-encoded, and an empty text is "-". A text that is too long is truncated and then ends in an ellipsis.
 */
void dm_field_value(const char *text, char value[DM_FIELD_SIZE]);

/* Whether bytes equal a word, ignoring case; `lower` is in lower case. */
int dm_is_word(const char *bytes, size_t count, const char *lower);

#pragma GCC visibility pop
#endif
