/* $demarc_verdict and the other variables, for logs and other uses of a decision in a configuration. */
#include "demarc_nginx.h"

/* The variables after those of the fields. */
enum { VARIABLE_URL = DM_FIELD_COUNT, VARIABLE_REASON, VARIABLE_REASONS };

static ngx_int_t ngx_http_demarc_get(ngx_http_request_t *r, ngx_http_variable_value_t *value, uintptr_t data)
{
    ngx_http_demarc_ctx_t *ctx = ngx_http_get_module_ctx(r->main, ngx_http_demarc_module);
    ngx_str_t text = ngx_null_string;

    if (ctx && data < DM_FIELD_COUNT) {
        text.data = (u_char *)ctx->decision.fields[data];
        text.len = ngx_strlen(text.data);
    } else if (ctx && data == VARIABLE_REASON) {
        text.data = (u_char *)ctx->reason;
        text.len = ngx_strlen(text.data);
    } else if (ctx) {
        text = data == VARIABLE_URL ? ctx->url : ctx->reasons;
    }
    if (!text.data) {
        value->not_found = 1;
        return NGX_OK;
    }
    value->data = text.data;
    value->len = (unsigned)text.len;
    value->valid = 1;
    value->no_cacheable = 1;
    value->not_found = 0;
    return NGX_OK;
}

/* The time in the format of Demarc's logs: UTC with milliseconds. */
static ngx_int_t ngx_http_demarc_get_time(ngx_http_request_t *r, ngx_http_variable_value_t *value, uintptr_t data)
{
    ngx_time_t *now = ngx_timeofday();
    ngx_tm_t parts;
    u_char *text = ngx_pnalloc(r->pool, sizeof "2026-11-23T04:05:06.789Z");

    if (!text) return NGX_ERROR;
    ngx_gmtime(now->sec, &parts);
    value->len = (unsigned)(ngx_sprintf(text, "%4d-%02d-%02dT%02d:%02d:%02d.%03MZ", parts.ngx_tm_year, parts.ngx_tm_mon,
        parts.ngx_tm_mday, parts.ngx_tm_hour, parts.ngx_tm_min, parts.ngx_tm_sec, now->msec) - text);
    value->data = text;
    value->valid = 1;
    value->no_cacheable = 1;
    value->not_found = 0;
    return NGX_OK;
}

static ngx_http_variable_t ngx_http_demarc_variables[] = {
#define VARIABLE(name, data) \
    {ngx_string("demarc_" name), NULL, ngx_http_demarc_get, data, NGX_HTTP_VAR_NOCACHEABLE, 0}
    VARIABLE("verdict", DM_VERDICT),
    VARIABLE("class", DM_CLASS),
    VARIABLE("page", DM_PAGE),
    VARIABLE("destination", DM_DESTINATION),
    VARIABLE("rule", DM_RULE),
    VARIABLE("policy", DM_POLICY),
    VARIABLE("id", DM_ID),
    VARIABLE("url", VARIABLE_URL),
    VARIABLE("reason", VARIABLE_REASON),
    VARIABLE("reasons", VARIABLE_REASONS),
    {ngx_string("demarc_time"), NULL, ngx_http_demarc_get_time, 0, NGX_HTTP_VAR_NOCACHEABLE, 0},
#undef VARIABLE
    ngx_http_null_variable,
};

ngx_int_t ngx_http_demarc_add_variables(ngx_conf_t *cf)
{
    ngx_http_variable_t *from, *variable;

    for (from = ngx_http_demarc_variables; from->name.len; from++) {
        variable = ngx_http_add_variable(cf, &from->name, from->flags);
        if (!variable) return NGX_ERROR;
        variable->get_handler = from->get_handler;
        variable->data = from->data;
    }
    return NGX_OK;
}

ngx_flag_t ngx_http_demarc_uses_texts(ngx_conf_t *cf)
{
    ngx_http_core_main_conf_t *core = ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
    ngx_http_variable_t *used = core->variables.elts;
    ngx_uint_t i;

    for (i = 0; i < core->variables.nelts; i++) {
        const char *name = (char *)used[i].name.data;
        size_t length = used[i].name.len;
        if (dm_is_word(name, length, "demarc_url") || dm_is_word(name, length, "demarc_reason")
            || dm_is_word(name, length, "demarc_reasons"))
            return 1;
    }
    return 0;
}

/* A text about the decision, in memory of the request; empty if it is not available. */
static ngx_str_t ngx_http_demarc_text_of(
    ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, dm_decision *decision, uint32_t what)
{
    const dm_library *library = &ngx_http_demarc_library;
    demarc_evaluator *evaluator = conf->engine->evaluator;
    ngx_str_t text = ngx_null_string;
    ptrdiff_t length = library->request_text(evaluator, &decision->answer, what, NULL, 0, NULL);
    char *bytes;

    if (length <= 0) return text;
    bytes = ngx_pnalloc(r->pool, (size_t)length + 1);
    if (!bytes) return text;
    if (library->request_text(evaluator, &decision->answer, what, bytes, (size_t)length + 1, NULL) != length) return text;
    text.data = (u_char *)bytes;
    text.len = (size_t)length;
    return text;
}

void ngx_http_demarc_keep_texts(ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, ngx_http_demarc_ctx_t *ctx)
{
    ngx_http_demarc_main_conf_t *main = ngx_http_get_module_main_conf(r, ngx_http_demarc_module);

    ngx_str_null(&ctx->url);
    ngx_str_null(&ctx->reasons);
    ctx->reason[0] = 0;
    if (!main->keeps_texts) return;
    if (ctx->decision.failure) {
        ngx_cpystrn((u_char *)ctx->reason, (u_char *)ctx->decision.failure, sizeof ctx->reason);
        return;
    }
    /* The evaluator has these texts until its next request. */
    dm_first_reason(&ngx_http_demarc_library, &ctx->decision, ctx->reason, sizeof ctx->reason);
    ctx->url = ngx_http_demarc_text_of(r, conf, &ctx->decision, DEMARC_REQUEST_URL);
    ctx->reasons = ngx_http_demarc_text_of(r, conf, &ctx->decision, DEMARC_REQUEST_REASONS);
}
