/*
 * Records everything that nginx has seen of a request. It judges nothing, except for what only nginx can tell: whether
 * what it forwards is what the client wrote.
 */
#include "demarc_nginx.h"

/* The authorities of one request: Host fields, and the server name that nginx uses. More cannot belong to one
 * request. */
#define MOST_AUTHORITIES 4

typedef struct {
    demarc_request request;
    demarc_authority authorities[MOST_AUTHORITIES];
    demarc_scheme_claim scheme;
    demarc_text account;
} ngx_http_demarc_seen_t;

static void ngx_http_demarc_note(ngx_http_demarc_seen_t *seen, demarc_fault fault)
{
    if (seen->request.fault == DEMARC_NO_FAULT) seen->request.fault = fault;
}

static void ngx_http_demarc_add_authority(
    ngx_http_demarc_seen_t *seen, u_char *bytes, size_t count, demarc_authority_source source)
{
    demarc_authority *authority;

    if (seen->request.authority_count == MOST_AUTHORITIES) {
        ngx_http_demarc_note(seen, DEMARC_FAULT_FIELD_REPEATED);
        return;
    }
    authority = &seen->authorities[seen->request.authority_count++];
    authority->text.bytes = bytes;
    authority->text.count = count;
    authority->source = source;
    authority->reserved = 0;
}

/* -------------------------------------------------------------------------------------------------- The first line */

/*
 * The target as the client wrote it. nginx has parsed it, and dropped the authority of an absolute-form target; it
 * forwards `unparsed_uri`, which must therefore be the end of the target that is decided.
 */
static void ngx_http_demarc_see_target(ngx_http_request_t *r, ngx_http_demarc_seen_t *seen)
{
    u_char *start = r->request_line.data, *end = start + r->request_line.len, *last;
    ngx_str_t sent = r->unparsed_uri;

    /* `method_name` and `http_version` may not be the client's: `error_page` turns a POST into a GET, and `post_action`
     * writes HTTP/0.9. */
    seen->request.method.bytes = start;
    while (start < end && *start != ' ') start++;
    seen->request.method.count = (size_t)(start - seen->request.method.bytes);
    while (start < end && *start == ' ') start++;
    while (end > start && end[-1] == ' ') end--;
    for (last = end; last > start && last[-1] != ' '; last--) { }
    if (last > start && end - last >= 5 && ngx_strncmp(last, "HTTP/", 5) == 0) {
        for (end = last; end > start && end[-1] == ' '; end--) { }
    } else if (r->http_version != NGX_HTTP_VERSION_9) {
        ngx_http_demarc_note(seen, DEMARC_FAULT_HEAD_INVALID);
        return;
    }
    seen->request.target.bytes = start;
    seen->request.target.count = (size_t)(end - start);
    if (start < end && *start == '/') {
        if (sent.len != (size_t)(end - start) || ngx_memcmp(sent.data, start, sent.len) != 0)
            ngx_http_demarc_note(seen, DEMARC_FAULT_TARGET_INVALID);
    } else if (sent.len > (size_t)(end - start) || ngx_memcmp(sent.data, end - sent.len, sent.len) != 0) {
        /* `GET http://good.test HTTP/1.1` is forwarded with the missing path added. */
        if (sent.len != 1 || sent.data[0] != '/' || ngx_strlchr(start + (end - start > 8 ? 8 : 0), end, '/'))
            ngx_http_demarc_note(seen, DEMARC_FAULT_TARGET_INVALID);
    }
}

/* ----------------------------------------------------------------------------------------------------- The fields */

/* Records a field that may occur only once. */
static void ngx_http_demarc_see_once(ngx_http_demarc_seen_t *seen, demarc_text *text, ngx_table_elt_t *field)
{
    if (text->bytes) ngx_http_demarc_note(seen, DEMARC_FAULT_FIELD_REPEATED);
    text->bytes = field->value.data;
    text->count = field->value.len;
}

static void ngx_http_demarc_see_fields(ngx_http_request_t *r, ngx_http_demarc_seen_t *seen)
{
    static const char destination[] = "sec-fetch-dest";
    ngx_list_part_t *part = &r->headers_in.headers.part;
    ngx_table_elt_t *fields = part->elts;
    ngx_uint_t i;
    int32_t order;

    for (i = 0;; i++) {
        while (i >= part->nelts) {
            if (!part->next) return;
            part = part->next;
            fields = part->elts;
            i = 0;
        }
        switch (fields[i].key.len) {
        case 4:
            if (ngx_strncmp(fields[i].lowcase_key, "host", 4) == 0)
                ngx_http_demarc_add_authority(seen, fields[i].value.data, fields[i].value.len, DEMARC_FROM_HOST);
            break;
        case 7:
            if (ngx_strncmp(fields[i].lowcase_key, "upgrade", 7) == 0)
                ngx_http_demarc_see_once(seen, &seen->request.upgrade, &fields[i]);
            break;
        case sizeof destination - 1:
            order = ngx_http_demarc_library.field_compare(
                fields[i].key.data, fields[i].key.len, (const uint8_t *)destination, sizeof destination - 1);
            if (order == DEMARC_FIELD_SAME)
                ngx_http_demarc_see_once(seen, &seen->request.fetch_destination, &fields[i]);
            else if (order != DEMARC_FIELD_OTHER)
                ngx_http_demarc_note(seen, DEMARC_FAULT_FIELD_ALIAS);
            break;
        }
    }
}

/* The name by which nginx selected the server block, with the port of the Host field, because nginx keeps no port. */
static void ngx_http_demarc_see_server(ngx_http_request_t *r, ngx_http_demarc_seen_t *seen)
{
    ngx_str_t server = r->headers_in.server;
    u_char *start, *colon, *text;
    size_t count;

    if (!server.len) return;
    if (!r->headers_in.host) {
        ngx_http_demarc_add_authority(seen, server.data, server.len, DEMARC_FROM_FORWARDED);
        return;
    }
    start = r->headers_in.host->value.data;
    count = r->headers_in.host->value.len;
    colon = start + count;
    while (colon > start && colon[-1] >= '0' && colon[-1] <= '9') colon--;
    if (colon > start && colon[-1] == ':') count = (size_t)(start + count - --colon);
    else count = 0;
    if (count == 0) {
        ngx_http_demarc_add_authority(seen, server.data, server.len, DEMARC_FROM_FORWARDED);
        return;
    }
    text = ngx_pnalloc(r->pool, server.len + count);
    if (!text) {
        ngx_http_demarc_note(seen, DEMARC_FAULT_OVERLOADED);
        return;
    }
    ngx_memcpy(ngx_cpymem(text, server.data, server.len), colon, count);
    ngx_http_demarc_add_authority(seen, text, server.len + count, DEMARC_FROM_FORWARDED);
}

/* ---------------------------------------------------------------------------------------------------- The connection */

static void ngx_http_demarc_see_connection(
    ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, ngx_http_demarc_seen_t *seen)
{
    static ngx_str_t name = ngx_string("ssl_server_name");
    ngx_http_variable_value_t *value;
    ngx_str_t account;

    if (conf->scheme == DEMARC_SCHEME_CLAIMED) {
        int is_secure = 0;
#if (NGX_HTTP_SSL)
        is_secure = r->connection->ssl != NULL;
#endif
        seen->scheme.scheme.bytes = (const uint8_t *)(is_secure ? "https" : "http");
        seen->scheme.scheme.count = is_secure ? 5 : 4;
        seen->scheme.claimant = DEMARC_BY_PROXY;
        seen->request.schemes = &seen->scheme;
        seen->request.scheme_count = 1;
    }
    if (conf->compares_sni) {
        value = ngx_http_get_variable(r, &name, ngx_hash_key(name.data, name.len));
        if (!value) ngx_http_demarc_note(seen, DEMARC_FAULT_OVERLOADED);
        else if (!value->not_found && value->len)
            ngx_http_demarc_add_authority(seen, value->data, value->len, DEMARC_FROM_SNI);
    }
    if (conf->account && conf->account->lengths) {
        if (ngx_http_complex_value(r, conf->account, &account) != NGX_OK) {
            ngx_http_demarc_note(seen, DEMARC_FAULT_ACCOUNT_INVALID);
        } else if (account.len) {
            seen->account.bytes = account.data;
            seen->account.count = account.len;
            seen->request.accounts = &seen->account;
            seen->request.account_count = 1;
        }
    }
}

void ngx_http_demarc_decide(ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, dm_decision *decision)
{
    ngx_http_demarc_seen_t seen;
    demarc_error error;

    ngx_memzero(&seen, sizeof seen);
    DEMARC_INIT(seen.request);
    seen.request.authorities = seen.authorities;
    if (conf->engine->evaluator) {
        ngx_http_demarc_see_target(r, &seen);
        ngx_http_demarc_see_fields(r, &seen);
        ngx_http_demarc_see_server(r, &seen);
        ngx_http_demarc_see_connection(r, conf, &seen);
    }
    dm_decide(
        &ngx_http_demarc_library, conf->engine->evaluator, &conf->binding, &seen.request, conf->engine->policy, decision, &error);
    if (decision->failure)
        ngx_log_error(NGX_LOG_ERR, r->connection->log, 0, "demarc: blocked without a decision: %s", error.message);
}
