#include "settings.h"

#include "binding.h"

#include <stdio.h>
#include <stdlib.h>

/* The names of settings. */
enum name {
    POLICY, VIEW, LIBRARY, SCHEME, ACCOUNT, ACCOUNT_FIELD, ACCOUNT_METADATA, ABSENT, FRAMES, READINGS, ON_ROUTE, CONTACT,
    NAME_COUNT
};
static const char *const names[NAME_COUNT] = {
    "policy", "view", "library", "scheme", "account", "accountField", "accountMetadata", "absent", "frames", "readings",
    "onRoute", "contact",
};

/* Returns the text without surrounding spaces, zero-terminated. */
static char *trimmed(char *text)
{
    size_t count;

    while (*text == ' ' || *text == '\t') text++;
    count = strlen(text);
    while (count && strchr(" \t\r", text[count - 1])) count--;
    text[count] = 0;
    return text;
}

static demarc_text text_of(const char *text)
{
    demarc_text result = {(const uint8_t *)text, text ? strlen(text) : 0};
    return result;
}

/* Parses a line and stores its value; -1 if it is invalid. */
static int read_line(char *line, int number, char *values[NAME_COUNT], char *message, size_t capacity)
{
    char *colon, *name, *value;
    int i;

    line = trimmed(line);
    if (!*line || *line == '#') return 0;
    colon = strchr(line, ':');
    if (!colon) {
        snprintf(message, capacity, "line %d has no `:`", number);
        return -1;
    }
    *colon = 0;
    name = trimmed(line);
    value = trimmed(colon + 1);
    for (i = 0; i < NAME_COUNT && strcmp(names[i], name) != 0; i++) { }
    if (i == NAME_COUNT) snprintf(message, capacity, "line %d: `%.40s` is not a setting", number, name);
    else if (values[i]) snprintf(message, capacity, "line %d: `%s` was said before", number, name);
    else if (!*value) snprintf(message, capacity, "line %d: `%s` is empty", number, name);
    else {
        values[i] = value;
        return 0;
    }
    return -1;
}

/* The position of a value in its list; the first one if it was not given. */
static int choose(
    char *const values[NAME_COUNT], enum name name, const char *const *list, int *chosen, char *message,
    size_t capacity)
{
    int i;

    *chosen = 0;
    if (!values[name]) return 0;
    for (i = 0; list[i]; i++) {
        if (strcmp(list[i], values[name]) == 0) {
            *chosen = i;
            return 0;
        }
    }
    snprintf(message, capacity, "`%s` cannot be `%.40s`", names[name], values[name]);
    return -1;
}

static int make_binding(dm_settings *settings, char *const values[NAME_COUNT], char *message, size_t capacity)
{
    static const char *const schemes[] = {"https", "http", "claimed", NULL};
    static const uint32_t scheme_numbers[] = {DEMARC_SCHEME_HTTPS, DEMARC_SCHEME_HTTP, DEMARC_SCHEME_CLAIMED};
    static const char *const frames[] = {"top", "secFetch", NULL};
    static const char *const readings[] = {"all", "proxy", NULL};
    static const char *const routes[] = {"page", "redirect", NULL};
    demarc_binding *binding = &settings->binding;
    int scheme, frame, reading, route;

    if (choose(values, SCHEME, schemes, &scheme, message, capacity) != 0) return -1;
    if (choose(values, FRAMES, frames, &frame, message, capacity) != 0) return -1;
    if (choose(values, READINGS, readings, &reading, message, capacity) != 0) return -1;
    if (choose(values, ON_ROUTE, routes, &route, message, capacity) != 0) return -1;
    DEMARC_INIT(*binding);
    binding->scheme = scheme_numbers[scheme];
    binding->believes_fetch_destination = (uint32_t)frame;
    binding->proxy_normalizes = (uint32_t)reading;
    binding->view = text_of(values[VIEW]);
    binding->fixed_account = text_of(values[ACCOUNT]);
    if (values[ABSENT] && dm_set_absent(binding, values[ABSENT], message, capacity) != 0) return -1;
    settings->redirects = route;
    return 0;
}

/* Writes the name of a field in lower case, as Envoy has all names; -1 if no field can have it. */
static int make_field_name(char *name)
{
    for (; *name; name++) {
        if (*name >= 'A' && *name <= 'Z') *name = (char)(*name | 0x20);
        /* The characters of a token, RFC 9110. */
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~", *name)) return -1;
    }
    return 0;
}

/* The source of the account; at most one. */
static int find_account(dm_settings *settings, char *values[NAME_COUNT], char *message, size_t capacity)
{
    char *space;

    if (!!values[ACCOUNT] + !!values[ACCOUNT_FIELD] + !!values[ACCOUNT_METADATA] > 1) {
        snprintf(message, capacity, "only one of `account`, `accountField` and `accountMetadata` can provide the account");
        return -1;
    }
    /* The text is a private copy and may be modified. */
    if (values[ACCOUNT_FIELD] && make_field_name(values[ACCOUNT_FIELD]) != 0) {
        snprintf(message, capacity, "`accountField`: `%.40s` is not the name of a field", values[ACCOUNT_FIELD]);
        return -1;
    }
    settings->account_field = values[ACCOUNT_FIELD];
    if (!values[ACCOUNT_METADATA]) return 0;
    settings->account_space = values[ACCOUNT_METADATA];
    space = strchr(values[ACCOUNT_METADATA], ' ');
    if (!space) {
        snprintf(message, capacity, "`accountMetadata` is a name space and a key, with a space between them");
        return -1;
    }
    *space = 0;
    settings->account_key = trimmed(space + 1);
    return 0;
}

int dm_settings_read(dm_settings *settings, const char *text, size_t count, char *message, size_t capacity)
{
    char *values[NAME_COUNT] = {NULL};
    char *line, *next;
    int number = 0;

    memset(settings, 0, sizeof *settings);
    settings->text = malloc(count + 1);
    if (!settings->text) {
        snprintf(message, capacity, "there is no memory");
        return -1;
    }
    if (count) memcpy(settings->text, text, count);
    settings->text[count] = 0;
    if (strlen(settings->text) != count) {
        snprintf(message, capacity, "the configuration has a byte of zero");
        return -1;
    }
    for (line = settings->text; line; line = next) {
        if ((next = strchr(line, '\n'))) *next++ = 0;
        if (read_line(line, ++number, values, message, capacity) != 0) return -1;
    }
    if (!values[POLICY] || !values[VIEW]) {
        snprintf(message, capacity, "`policy` and `view` are needed");
        return -1;
    }
    settings->policy = values[POLICY];
    settings->library = values[LIBRARY] ? values[LIBRARY] : DM_LIBRARY_NAME;
    settings->contact = values[CONTACT];
    if (find_account(settings, values, message, capacity) != 0) return -1;
    return make_binding(settings, values, message, capacity);
}

void dm_settings_free(dm_settings *settings)
{
    free(settings->text);
    settings->text = NULL;
}
