/* Carries out the decision on a request: fields for the site, or an answer. */
#include "demarc_nginx.h"

/* ----------------------------------------------------------------------------------------------------- To the site */

/* Advances to the next field of a list; NULL at the end. */
static ngx_table_elt_t *ngx_http_demarc_next(ngx_list_part_t **part, ngx_uint_t *index)
{
    while (*index >= (*part)->nelts) {
        if (!(*part)->next) return NULL;
        *part = (*part)->next;
        *index = 0;
    }
    return (ngx_table_elt_t *)(*part)->elts + (*index)++;
}

/*
 * Removes what the client wrote under our names. nginx cannot remove a field from a list: code that iterates over the
 * list sends all of it, and treats no part as empty. So the list is rebuilt; pointers to fields of the old list stay
 * valid.
 */
static ngx_int_t ngx_http_demarc_drop_ours(ngx_http_request_t *r)
{
    ngx_list_part_t *part = &r->headers_in.headers.part;
    ngx_list_t kept;
    ngx_table_elt_t *field, *copy;
    ngx_uint_t index = 0, count = 0, ours = 0;

    while ((field = ngx_http_demarc_next(&part, &index))) {
        count++;
        ours += dm_is_ours((const char *)field->key.data, field->key.len);
    }
    if (!ours) return NGX_OK;
    if (ngx_list_init(&kept, r->pool, count + DM_FIELD_COUNT, sizeof(ngx_table_elt_t)) != NGX_OK) return NGX_ERROR;
    part = &r->headers_in.headers.part;
    index = 0;
    while ((field = ngx_http_demarc_next(&part, &index))) {
        if (dm_is_ours((const char *)field->key.data, field->key.len)) continue;
        copy = ngx_list_push(&kept);
        if (!copy) return NGX_ERROR;
        *copy = *field;
    }
    r->headers_in.headers = kept;
    /* A list with one part contains a pointer into itself. */
    if (kept.last == &kept.part) r->headers_in.headers.last = &r->headers_in.headers.part;
    return NGX_OK;
}

ngx_int_t ngx_http_demarc_pass(ngx_http_request_t *r, dm_decision *decision)
{
    static ngx_uint_t hashes[DM_FIELD_COUNT];
    ngx_table_elt_t *field;
    int i;

    if (ngx_http_demarc_drop_ours(r) != NGX_OK) return NGX_ERROR;
    for (i = 0; i < DM_FIELD_COUNT; i++) {
        field = ngx_list_push(&r->headers_in.headers);
        if (!field) return NGX_ERROR;
        ngx_memzero(field, sizeof *field);
        field->key.data = (u_char *)dm_field_names[i];
        field->key.len = ngx_strlen(dm_field_names[i]);
        field->lowcase_key = field->key.data;
        if (!hashes[i]) hashes[i] = ngx_hash_key(field->key.data, field->key.len);
        field->hash = hashes[i];
        /* The values are in the decision, which is kept for as long as the request. */
        field->value.data = (u_char *)decision->fields[i];
        field->value.len = ngx_strlen(decision->fields[i]);
    }
    return NGX_OK;
}

/* --------------------------------------------------------------------------------------------------- To the client */

static void ngx_http_demarc_see_occasion(ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, dm_occasion *occasion)
{
    ngx_list_part_t *part = &r->headers_in.headers.part;
    ngx_table_elt_t *field;
    ngx_uint_t index = 0;
    int navigates = 1;

    ngx_memzero(occasion, sizeof *occasion);
    occasion->redirects = conf->on_route == DEMARC_ON_ROUTE_REDIRECT;
    occasion->contact = (char *)conf->contact.data;
    while ((field = ngx_http_demarc_next(&part, &index))) {
        const char *name = (char *)field->lowcase_key, *value = (char *)field->value.data;
        if (dm_is_word(name, field->key.len, "accept"))
            occasion->wants_html |= dm_takes_html(value, field->value.len);
        else if (dm_is_word(name, field->key.len, "accept-language"))
            occasion->is_german = dm_prefers_german(value, field->value.len);
        else if (dm_is_word(name, field->key.len, "sec-fetch-mode"))
            navigates = dm_is_word(value, field->value.len, "navigate");
    }
    occasion->wants_html &= navigates;
}

static ngx_int_t ngx_http_demarc_set_fields(ngx_http_request_t *r, dm_denial *denial)
{
    ngx_table_elt_t *field;
    size_t i;

    for (i = 0; i < denial->field_count; i++) {
        ngx_str_t name = {ngx_strlen(denial->fields[i].name), (u_char *)denial->fields[i].name};
        ngx_str_t value = {ngx_strlen(denial->fields[i].value), (u_char *)denial->fields[i].value};

        if (dm_is_word((char *)name.data, name.len, "content-type")) {
            r->headers_out.content_type = value;
            r->headers_out.content_type_len = value.len;
            r->headers_out.content_type_lowcase = NULL;
            continue;
        }
        field = ngx_list_push(&r->headers_out.headers);
        if (!field) return NGX_ERROR;
        ngx_memzero(field, sizeof *field);
        field->hash = 1;
        field->key = name;
        field->value = value;
        if (dm_is_word((char *)name.data, name.len, "location")) r->headers_out.location = field;
    }
    return NGX_OK;
}

/* Writes the answer; an error ends the connection, which is not an allow either. */
static ngx_int_t ngx_http_demarc_send(ngx_http_request_t *r, dm_denial *denial)
{
    ngx_chain_t out;
    ngx_buf_t *buffer;
    ngx_int_t rc;

    rc = ngx_http_discard_request_body(r);
    if (rc != NGX_OK) r->keepalive = 0;
    ngx_http_clear_accept_ranges(r);
    /* After `error_page`, nginx would send the status of the error, or the one that the directive names. */
    r->err_status = 0;
    r->headers_out.status_line.len = 0;
    r->headers_out.status = denial->status;
    r->headers_out.content_length_n = (off_t)denial->body_size;
    if (ngx_http_demarc_set_fields(r, denial) != NGX_OK) return NGX_ERROR;
    rc = ngx_http_send_header(r);
    if (rc == NGX_ERROR || rc > NGX_OK || r->header_only) return rc;
    buffer = ngx_calloc_buf(r->pool);
    if (!buffer) return NGX_ERROR;
    buffer->pos = buffer->start = (u_char *)denial->body;
    buffer->last = buffer->end = buffer->pos + denial->body_size;
    buffer->memory = denial->body_size > 0;
    buffer->last_buf = 1;
    buffer->last_in_chain = 1;
    out.buf = buffer;
    out.next = NULL;
    return ngx_http_output_filter(r, &out);
}

ngx_int_t ngx_http_demarc_deny(ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, dm_decision *decision)
{
    dm_denial *denial = ngx_palloc(r->pool, sizeof *denial);
    dm_occasion occasion;

    if (!denial) return NGX_HTTP_INTERNAL_SERVER_ERROR;
    ngx_http_demarc_see_occasion(r, conf, &occasion);
    dm_deny(&ngx_http_demarc_library, conf->engine->evaluator, decision, &occasion, denial);
    ngx_http_finalize_request(r, ngx_http_demarc_send(r, denial));
    return NGX_DONE;
}
