/*
 * Demarc in Envoy: a filter that decides on the headers of each request.
 *
 * The configuration holds the engine, and each worker thread has its own evaluator. The module has no thread of its own
 * and Envoy's ABI has no timer, so the first request of each second checks whether the policy file has changed.
 */
#include "abi.h"
#include "binding.h"
#include "decision.h"
#include "settings.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define EXPORTED __attribute__((visibility("default")))

/* More workers than any machine has cores; a request on a worker beyond this is blocked. */
#define MOST_WORKERS 1024
/* More fields than Envoy accepts by default; a request with more is blocked. */
#define MOST_FIELDS 512

typedef struct filter_config {
    dm_settings settings;
    dm_library library;
    demarc_engine *engine;
    /* Each is created by its worker for its first request, and used by no other worker. */
    demarc_evaluator *evaluators[MOST_WORKERS];
    /* The second in which a request last checked the file. */
    _Atomic(int64_t) looked_at;
} filter_config;

static void log_line(uint32_t level, const char *what, const char *why)
{
    char line[1024];
    int count = snprintf(line, sizeof line, "demarc: %s: %s", what, why);
    envoy_bytes message = {line, count < 0 ? 0 : (size_t)count < sizeof line ? (size_t)count : sizeof line - 1};

    envoy_dynamic_module_callback_log(level, message);
}

static envoy_bytes bytes_of(const char *text)
{
    envoy_bytes result = {text, strlen(text)};
    return result;
}

/* --------------------------------------------------------------------------------------------------- Configuration */

/* The functions of Envoy that this module requires. */
#define NEEDED(name) {#name, (void (*)(void))envoy_dynamic_module_callback_##name}
static const struct {
    const char *name;
    void (*function)(void);
} needed[] = {
    NEEDED(log),
    NEEDED(http_get_headers_size),
    NEEDED(http_get_headers),
    NEEDED(http_set_header),
    NEEDED(http_send_response),
    NEEDED(http_get_metadata_string),
    NEEDED(http_filter_get_worker_index),
};

/* Returns the version of the ABI; NULL if Envoy is too old, in which case it rejects the module. */
EXPORTED const char *envoy_dynamic_module_on_program_init(void);
const char *envoy_dynamic_module_on_program_init(void)
{
    size_t i;

    for (i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (needed[i].function) continue;
        /* Such an Envoy may lack the log function itself. */
        fprintf(stderr, "demarc: this Envoy has no envoy_dynamic_module_callback_%s; the module needs Envoy 1.38 or later\n",
            needed[i].name);
        return NULL;
    }
    return "v0.2.0";
}

EXPORTED void envoy_dynamic_module_on_http_filter_config_destroy(const void *config);
void envoy_dynamic_module_on_http_filter_config_destroy(const void *config)
{
    filter_config *ours = (filter_config *)config;
    size_t i;

    if (!ours) return;
    if (ours->engine) {
        for (i = 0; i < MOST_WORKERS; i++)
            if (ours->evaluators[i]) ours->library.evaluator_free(ours->evaluators[i]);
        ours->library.engine_free(ours->engine);
    }
    dm_settings_free(&ours->settings);
    free(ours);
}

/* Opens the policy and checks the settings against it, so that Envoy rejects a configuration that could only block. */
static int open_policy(filter_config *config, char *message, size_t capacity)
{
    const dm_settings *settings = &config->settings;
    demarc_evaluator *evaluator = NULL;
    demarc_error error;
    char policy[DM_POLICY_SIZE], why[512];
    int result;

    if (dm_library_load(&config->library, settings->library, message, capacity) != 0) return -1;
    DEMARC_INIT(error);
    if (config->library.engine_open(
            (const uint8_t *)settings->policy, strlen(settings->policy), NULL, &config->engine, &error) != DEMARC_OK
        || config->library.evaluator_make(config->engine, &evaluator, &error) != DEMARC_OK) {
        snprintf(message, capacity, "%s: %s", settings->policy, error.message);
        return -1;
    }
    result = dm_check_binding(&config->library, config->engine, evaluator, &settings->binding, why, sizeof why);
    if (result != 0) snprintf(message, capacity, "%s: %s", settings->policy, why);
    config->library.evaluator_free(evaluator);
    /* Computes the digest in advance, so that no request waits for it. */
    dm_policy_text(&config->library, config->engine, policy);
    return result;
}

EXPORTED const void *envoy_dynamic_module_on_http_filter_config_new(void *envoy, envoy_bytes name, envoy_bytes text);
const void *envoy_dynamic_module_on_http_filter_config_new(void *envoy, envoy_bytes name, envoy_bytes text)
{
    filter_config *config = calloc(1, sizeof *config);
    char message[1024] = "there is no memory";

    (void)envoy, (void)name;
    if (config && dm_settings_read(&config->settings, text.bytes, text.count, message, sizeof message) == 0
        && open_policy(config, message, sizeof message) == 0)
        return config;
    log_line(ENVOY_LOG_ERROR, "the configuration cannot be used", message);
    envoy_dynamic_module_on_http_filter_config_destroy(config);
    return NULL;
}

/* ------------------------------------------------------------------------------------------------------ The policy */

/* The evaluator of this worker; NULL if there can be none. */
static demarc_evaluator *evaluator_of(filter_config *config, void *filter)
{
    uint32_t worker = envoy_dynamic_module_callback_http_filter_get_worker_index(filter);
    demarc_error error;

    if (worker >= MOST_WORKERS) return NULL;
    if (!config->evaluators[worker]) {
        DEMARC_INIT(error);
        if (config->library.evaluator_make(config->engine, &config->evaluators[worker], &error) != DEMARC_OK) {
            config->evaluators[worker] = NULL;
            log_line(ENVOY_LOG_ERROR, "a worker cannot decide", error.message);
        }
    }
    return config->evaluators[worker];
}

/*
 * Puts a changed policy file in force, before the request that detects the change is decided: even the first request
 * after a long pause is decided by the current contents of the file. Meanwhile, the other workers continue with the old
 * policy. A policy that lacks the view or an account of the settings blocks, which is reported.
 */
static void follow(filter_config *config, demarc_evaluator *evaluator)
{
    char why[512], message[1024];
    struct timespec now;
    int64_t before = atomic_load_explicit(&config->looked_at, memory_order_relaxed);
    demarc_error error;
    uint32_t changed = 0;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    if (before == (int64_t)now.tv_sec) return;
    if (!atomic_compare_exchange_strong(&config->looked_at, &before, (int64_t)now.tv_sec)) return;
    DEMARC_INIT(error);
    if (config->library.engine_reload_if_changed(config->engine, &changed, &error) != DEMARC_OK)
        log_line(ENVOY_LOG_ERROR, "the policy in force stays", error.message);
    if (!changed) return;
    log_line(ENVOY_LOG_INFO, "put in force again", config->settings.policy);
    if (dm_check_binding(&config->library, config->engine, evaluator, &config->settings.binding, why, sizeof why) == 0)
        return;
    snprintf(message, sizeof message, "%.400s: %s", config->settings.policy, why);
    log_line(ENVOY_LOG_ERROR, "requests are blocked", message);
}

/* ---------------------------------------------------------------------------------------------------- The request */

typedef struct seen {
    demarc_request request;
    demarc_authority authorities[4];
    demarc_scheme_claim schemes[2];
    demarc_text account;
    dm_occasion occasion;
    int navigates;
} seen;

static void note(seen *seen, demarc_fault fault)
{
    if (seen->request.fault == DEMARC_NO_FAULT) seen->request.fault = fault;
}

static void see_once(seen *seen, demarc_text *text, const envoy_pair *field)
{
    if (text->bytes) note(seen, DEMARC_FAULT_FIELD_REPEATED);
    text->bytes = (const uint8_t *)(field->value ? field->value : "");
    text->count = field->value_count;
}

static void see_authority(seen *seen, const envoy_pair *field, demarc_authority_source source)
{
    demarc_authority *authority;

    if (seen->request.authority_count == 4) {
        note(seen, DEMARC_FAULT_FIELD_REPEATED);
        return;
    }
    authority = &seen->authorities[seen->request.authority_count++];
    authority->text.bytes = (const uint8_t *)(field->value ? field->value : "");
    authority->text.count = field->value_count;
    authority->source = source;
}

/* A client can have written either field; Envoy sets them only if configured to. */
static void see_scheme(seen *seen, const envoy_pair *field)
{
    demarc_scheme_claim *claim;

    if (seen->request.scheme_count == 2) {
        note(seen, DEMARC_FAULT_FIELD_REPEATED);
        return;
    }
    claim = &seen->schemes[seen->request.scheme_count++];
    claim->scheme.bytes = (const uint8_t *)(field->value ? field->value : "");
    claim->scheme.count = field->value_count;
    claim->claimant = DEMARC_BY_CLIENT;
}

static void see_field(const filter_config *config, seen *seen, const envoy_pair *field)
{
#define IS(text) (field->name_count == sizeof text - 1 && memcmp(field->name, text, sizeof text - 1) == 0)
    const char *source = config->settings.account_field;

    if (IS(":authority")) see_authority(seen, field, DEMARC_FROM_PSEUDO);
    else if (IS("host")) see_authority(seen, field, DEMARC_FROM_HOST);
    else if (IS(":method")) see_once(seen, &seen->request.method, field);
    else if (IS(":path")) see_once(seen, &seen->request.target, field);
    else if (IS(":protocol")) see_once(seen, &seen->request.protocol, field);
    else if (IS("upgrade")) see_once(seen, &seen->request.upgrade, field);
    else if (IS("sec-fetch-dest")) see_once(seen, &seen->request.fetch_destination, field);
    else if (IS(":scheme") || IS("x-forwarded-proto")) see_scheme(seen, field);
    else if (IS("accept")) seen->occasion.wants_html |= dm_takes_html(field->value, field->value_count);
    else if (IS("accept-language")) seen->occasion.is_german = dm_prefers_german(field->value, field->value_count);
    else if (IS("sec-fetch-mode")) seen->navigates = dm_is_word(field->value, field->value_count, "navigate");
    if (!source || field->name_count != strlen(source)) return;
    switch (config->library.field_compare(
        (const uint8_t *)field->name, field->name_count, (const uint8_t *)source, field->name_count)) {
    case DEMARC_FIELD_OTHER: break;
    case DEMARC_FIELD_SAME: see_once(seen, &seen->account, field); break;
    default: note(seen, DEMARC_FAULT_FIELD_ALIAS); break;
    }
#undef IS
}

/* Records everything that Envoy has seen. Two Host fields have become one `:authority` with a comma, which the
 * library blocks. */
static void see_request(const filter_config *config, void *filter, seen *seen)
{
    envoy_pair fields[MOST_FIELDS];
    size_t count = envoy_dynamic_module_callback_http_get_headers_size(filter, ENVOY_REQUEST_FIELDS), i;
    envoy_bytes account = {NULL, 0};

    memset(seen, 0, sizeof *seen);
    DEMARC_INIT(seen->request);
    seen->navigates = 1;
    seen->request.authorities = seen->authorities;
    seen->request.schemes = seen->schemes;
    seen->request.accounts = &seen->account;
    if (count > MOST_FIELDS || !envoy_dynamic_module_callback_http_get_headers(filter, ENVOY_REQUEST_FIELDS, fields)) {
        note(seen, DEMARC_FAULT_HEAD_TOO_LARGE);
        return;
    }
    for (i = 0; i < count; i++) see_field(config, seen, &fields[i]);
    if (config->settings.account_space
        && envoy_dynamic_module_callback_http_get_metadata_string(
            filter, ENVOY_DYNAMIC_METADATA, bytes_of(config->settings.account_space),
            bytes_of(config->settings.account_key), &account)) {
        seen->account.bytes = (const uint8_t *)account.bytes;
        seen->account.count = account.count;
    }
    seen->request.account_count = seen->account.bytes != NULL;
    seen->occasion.wants_html &= seen->navigates;
    seen->occasion.redirects = config->settings.redirects;
    seen->occasion.contact = config->settings.contact;
}

/* ------------------------------------------------------------------------------------------------------ The answer */

/* Finds a client's field with one of our names, and copies its name, because setting a field moves all of them. */
static int find_ours(void *filter, const char *kept, char *name, size_t capacity)
{
    envoy_pair fields[MOST_FIELDS];
    size_t count = envoy_dynamic_module_callback_http_get_headers_size(filter, ENVOY_REQUEST_FIELDS), i;

    if (count > MOST_FIELDS || !envoy_dynamic_module_callback_http_get_headers(filter, ENVOY_REQUEST_FIELDS, fields))
        return -1;
    for (i = 0; i < count; i++) {
        if (!dm_is_ours(fields[i].name, fields[i].name_count)) continue;
        if (kept && dm_is_word(fields[i].name, fields[i].name_count, kept)) continue;
        if (fields[i].name_count >= capacity) return -1;
        memcpy(name, fields[i].name, fields[i].name_count);
        name[fields[i].name_count] = 0;
        return 1;
    }
    return 0;
}

/* Writes our fields for the site in place of the client's; 0, or -1 if a client's field could not be removed. */
static int pass(const filter_config *config, void *filter, const dm_decision *decision)
{
    static const envoy_bytes nothing = {NULL, 0};
    char name[512];
    int i, found, rounds = 0;

    while ((found = find_ours(filter, config->settings.account_field, name, sizeof name)) == 1) {
        if (++rounds > MOST_FIELDS) return -1;
        if (!envoy_dynamic_module_callback_http_set_header(filter, ENVOY_REQUEST_FIELDS, bytes_of(name), nothing))
            return -1;
    }
    if (found < 0) return -1;
    for (i = 0; i < DM_FIELD_COUNT; i++)
        if (!envoy_dynamic_module_callback_http_set_header(
                filter, ENVOY_REQUEST_FIELDS, bytes_of(dm_field_names[i]), bytes_of(decision->fields[i])))
            return -1;
    return 0;
}

static void deny(
    const filter_config *config, void *filter, demarc_evaluator *evaluator, const dm_decision *decision,
    const dm_occasion *occasion)
{
    dm_denial denial;
    envoy_pair fields[DM_DENIAL_FIELDS];
    envoy_bytes body;
    size_t i;

    dm_deny(&config->library, evaluator, decision, occasion, &denial);
    for (i = 0; i < denial.field_count; i++) {
        fields[i].name = denial.fields[i].name;
        fields[i].name_count = strlen(denial.fields[i].name);
        fields[i].value = denial.fields[i].value;
        fields[i].value_count = strlen(denial.fields[i].value);
    }
    body.bytes = denial.body;
    body.count = denial.body_size;
    envoy_dynamic_module_callback_http_send_response(
        filter, denial.status, fields, denial.field_count, body, bytes_of("demarc_denied"));
}

/* Records metadata for access logs and later filters in the namespace `demarc`. */
static void tell(const filter_config *config, void *filter, demarc_evaluator *evaluator, const dm_decision *decision)
{
    static const char *const names[] = {"verdict", "class", "page", "destination", "rule", "policy", "id", "reason", "url"};
    const char *values[sizeof names / sizeof *names];
    envoy_pair members[sizeof names / sizeof *names];
    char reason[64], short_url[2048], *url = short_url;
    size_t i, count = sizeof names / sizeof *names;
    ptrdiff_t length = decision->failure ? 0 : config->library.request_text(
        evaluator, &decision->answer, DEMARC_REQUEST_URL, short_url, sizeof short_url, NULL);

    if (!envoy_dynamic_module_callback_http_set_dynamic_metadata_string_batch) return;
    for (i = 0; i < DM_FIELD_COUNT; i++) values[i] = decision->fields[i];
    dm_first_reason(&config->library, decision, reason, sizeof reason);
    values[DM_FIELD_COUNT] = reason;
    /* A truncated URL is another URL: the log contains all of it, or nothing. */
    if (length >= (ptrdiff_t)sizeof short_url && (url = malloc((size_t)length + 1)))
        length = config->library.request_text(
            evaluator, &decision->answer, DEMARC_REQUEST_URL, url, (size_t)length + 1, NULL);
    values[DM_FIELD_COUNT + 1] = url;
    if (length <= 0 || !url) count--;
    for (i = 0; i < count; i++) {
        members[i].name = names[i];
        members[i].name_count = strlen(names[i]);
        members[i].value = values[i];
        members[i].value_count = strlen(values[i]);
    }
    (void)envoy_dynamic_module_callback_http_set_dynamic_metadata_string_batch(filter, bytes_of("demarc"), members, count);
    if (url != short_url) free(url);
}

EXPORTED uint32_t envoy_dynamic_module_on_http_filter_request_headers(void *filter, const void *ours, bool ends);
uint32_t envoy_dynamic_module_on_http_filter_request_headers(void *filter, const void *ours, bool ends)
{
    filter_config *config = (filter_config *)ours;
    demarc_evaluator *evaluator = evaluator_of(config, filter);
    dm_decision decision;
    demarc_error error;
    seen seen;

    (void)ends;
    follow(config, evaluator);
    see_request(config, filter, &seen);
    dm_decide(&config->library, evaluator, &config->settings.binding, &seen.request, NULL, &decision, &error);
    if (decision.failure) log_line(ENVOY_LOG_ERROR, "blocked without a decision", error.message);
    if (decision.is_allowed && pass(config, filter, &decision) != 0) dm_reject(&decision, DEMARC_FAULT_HEAD_INVALID);
    /* Only now it is certain what happens to the request. */
    tell(config, filter, evaluator, &decision);
    if (decision.is_allowed) return ENVOY_CONTINUE;
    deny(config, filter, evaluator, &decision, &seen.occasion);
    return ENVOY_STOP;
}

/* The filter of a request has no state of its own: it is the configuration. */
EXPORTED const void *envoy_dynamic_module_on_http_filter_new(const void *config, void *envoy);
const void *envoy_dynamic_module_on_http_filter_new(const void *config, void *envoy)
{
    (void)envoy;
    return config;
}
