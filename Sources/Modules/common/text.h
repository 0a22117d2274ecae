/* Writing texts into memory of a fixed size: plain, as HTML, as JSON, and as the value of a field. */
#ifndef DM_TEXT_H
#define DM_TEXT_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Where a text goes. What does not fit is left out, and `is_full` says so: the caller then writes less. */
typedef struct dm_writer {
    char *bytes;
    size_t capacity;
    size_t count;
    int is_full;
} dm_writer;

/* Writes bytes as they are. */
void dm_write(dm_writer *writer, const char *bytes, size_t count);

/* Writes a text that ends with a zero as it is: for texts of this code only. */
void dm_write_plain(dm_writer *writer, const char *text);

/*
 * Writes a text for people as the content of an element, or of a quoted attribute, of HTML.
 *
 * Names of rules and explanations are written by anybody. What would turn around, hide or cover the text beside it is
 * named instead, and what is longer than `limit` characters is cut.
 */
void dm_write_html(dm_writer *writer, const char *text, size_t limit);

/* Writes a text as a string of JSON, with its quotation marks. */
void dm_write_json(dm_writer *writer, const char *text, size_t limit);

/* The longest value of a field that dm_field_value makes, with its zero. */
#define DM_FIELD_SIZE 201

/*
 * Makes the value of a field of HTTP of a text: letters, digits and -._~:/@+ stay, every other byte is percent-encoded, and
 * an empty text is "-". What is too long is cut and then ends in an ellipsis.
 */
void dm_field_value(const char *text, char value[DM_FIELD_SIZE]);

/* Whether two runs of bytes are the same but for the case of their letters; `lower` is in lower case. */
int dm_is_word(const char *bytes, size_t count, const char *lower);

#pragma GCC visibility pop
#endif
