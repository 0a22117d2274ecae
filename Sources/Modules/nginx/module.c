/*
 * Demarc in nginx: decides on each request before nginx finds its content.
 *
 * The handler runs in the access phase, after the modules that authenticate, and again before content is found, because
 * `satisfy any` skips the rest of the access phase as soon as one module is satisfied. A request is not decided twice.
 * An allow is NGX_DECLINED, "no objection": NGX_OK would satisfy `satisfy any` on behalf of the other modules. A denial
 * is answered here and ends in NGX_DONE, because a returned 403 could be undone by `satisfy any` and by error_page.
 */
#include "demarc_nginx.h"

static ngx_int_t ngx_http_demarc_handler(ngx_http_request_t *r)
{
    ngx_http_demarc_loc_conf_t *conf = ngx_http_get_module_loc_conf(r, ngx_http_demarc_module);
    ngx_http_demarc_ctx_t *ctx;

    /* Subrequests of nginx itself, for a part of a page or a copy of the request, are not the client's request. */
    if (!conf->enable || r != r->main) return NGX_DECLINED;
    /* An internal redirect clears the context, so that the request is also decided in its new location. */
    if (ngx_http_get_module_ctx(r, ngx_http_demarc_module)) return NGX_DECLINED;

    ctx = ngx_palloc(r->pool, sizeof *ctx);
    if (!ctx) return NGX_HTTP_INTERNAL_SERVER_ERROR;
    ngx_http_demarc_decide(r, conf, &ctx->decision);
    ngx_http_demarc_keep_texts(r, conf, ctx);
    ngx_http_set_ctx(r, ctx, ngx_http_demarc_module);
    if (!ctx->decision.is_allowed) return ngx_http_demarc_deny(r, conf, &ctx->decision);
    if (ngx_http_demarc_pass(r, &ctx->decision) != NGX_OK) return NGX_HTTP_INTERNAL_SERVER_ERROR;
    return NGX_DECLINED;
}

/* -------------------------------------------------------------------------------------------------------- Settings */

static void *ngx_http_demarc_create_main_conf(ngx_conf_t *cf)
{
    ngx_http_demarc_main_conf_t *conf = ngx_pcalloc(cf->pool, sizeof *conf);

    if (!conf) return NULL;
    if (ngx_array_init(&conf->engines, cf->pool, 2, sizeof(ngx_http_demarc_engine_t *)) != NGX_OK) return NULL;
    if (ngx_array_init(&conf->uses, cf->pool, 2, sizeof(ngx_http_demarc_use_t)) != NGX_OK) return NULL;
    return conf;
}

static char *ngx_http_demarc_init_main_conf(ngx_conf_t *cf, void *main)
{
    ngx_http_demarc_main_conf_t *conf = main;

    if (!conf->library.len) {
        ngx_str_set(&conf->library, DM_LIBRARY_NAME);
    }
    /* A path with a slash is relative to the folder of the configuration; a plain name is for the linker. */
    if (ngx_strchr(conf->library.data, '/') && ngx_conf_full_name(cf->cycle, &conf->library, 1) != NGX_OK)
        return NGX_CONF_ERROR;
    return NGX_CONF_OK;
}

static void *ngx_http_demarc_create_loc_conf(ngx_conf_t *cf)
{
    ngx_http_demarc_loc_conf_t *conf = ngx_pcalloc(cf->pool, sizeof *conf);

    if (!conf) return NULL;
    conf->enable = conf->compares_sni = NGX_CONF_UNSET;
    conf->scheme = conf->on_route = conf->readings = conf->frames = NGX_CONF_UNSET_UINT;
    conf->account = NGX_CONF_UNSET_PTR;
    return conf;
}

/* The policy at a path, shared by all locations that use it. */
static ngx_http_demarc_engine_t *ngx_http_demarc_engine_of(ngx_conf_t *cf, ngx_str_t *path)
{
    ngx_http_demarc_main_conf_t *main = ngx_http_conf_get_module_main_conf(cf, ngx_http_demarc_module);
    ngx_http_demarc_engine_t **engines = main->engines.elts, *engine;
    ngx_uint_t i;

    if (ngx_conf_full_name(cf->cycle, path, 1) != NGX_OK) return NULL;
    for (i = 0; i < main->engines.nelts; i++)
        if (engines[i]->path.len == path->len && ngx_memcmp(engines[i]->path.data, path->data, path->len) == 0)
            return engines[i];
    engine = ngx_pcalloc(cf->pool, sizeof *engine);
    engines = ngx_array_push(&main->engines);
    if (!engine || !engines) return NULL;
    engine->path = *path;
    *engines = engine;
    return engine;
}

static demarc_text ngx_http_demarc_text(ngx_str_t text)
{
    demarc_text result = {text.len ? text.data : NULL, text.len};
    return result;
}

/* Creates the binding for the library, once for all requests of the location. */
static ngx_int_t ngx_http_demarc_bind(ngx_conf_t *cf, ngx_http_demarc_loc_conf_t *conf)
{
    demarc_binding *binding = &conf->binding;
    char message[256];

    DEMARC_INIT(*binding);
    binding->scheme = (uint32_t)conf->scheme;
    binding->view = ngx_http_demarc_text(conf->view);
    binding->compares_sni = conf->compares_sni == 1;
    binding->proxy_normalizes = conf->readings == 1;
    binding->believes_fetch_destination = conf->frames == 1;
    if (dm_set_absent(binding, (char *)conf->absent.data, message, sizeof message) != 0) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "\"demarc_account_absent\": %s", message);
        return NGX_ERROR;
    }
    if (conf->account && !conf->account->lengths) binding->fixed_account = ngx_http_demarc_text(conf->account->value);
    return NGX_OK;
}

static char *ngx_http_demarc_merge_loc_conf(ngx_conf_t *cf, void *parent, void *child)
{
    ngx_http_demarc_main_conf_t *main = ngx_http_conf_get_module_main_conf(cf, ngx_http_demarc_module);
    ngx_http_demarc_loc_conf_t *before = parent, *conf = child;
    ngx_http_demarc_use_t *use;

    ngx_conf_merge_value(conf->enable, before->enable, 0);
    ngx_conf_merge_value(conf->compares_sni, before->compares_sni, 0);
    ngx_conf_merge_uint_value(conf->scheme, before->scheme, DEMARC_SCHEME_HTTPS);
    ngx_conf_merge_uint_value(conf->on_route, before->on_route, DEMARC_ON_ROUTE_PAGE);
    ngx_conf_merge_uint_value(conf->readings, before->readings, 0);
    ngx_conf_merge_uint_value(conf->frames, before->frames, 0);
    ngx_conf_merge_str_value(conf->policy, before->policy, "");
    ngx_conf_merge_str_value(conf->view, before->view, "");
    ngx_conf_merge_str_value(conf->absent, before->absent, "block");
    ngx_conf_merge_str_value(conf->contact, before->contact, "");
    ngx_conf_merge_ptr_value(conf->account, before->account, NULL);
    if (!conf->enable) return NGX_CONF_OK;

    if (!conf->policy.len || !conf->view.len) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "\"demarc on\" needs \"demarc_policy\" and \"demarc_view\"");
        return NGX_CONF_ERROR;
    }
    if (ngx_http_demarc_bind(cf, conf) != NGX_OK) return NGX_CONF_ERROR;
    conf->engine = ngx_http_demarc_engine_of(cf, &conf->policy);
    use = ngx_array_push(&main->uses);
    if (!conf->engine || !use) return NGX_CONF_ERROR;
    use->engine = conf->engine;
    use->binding = &conf->binding;
    return NGX_CONF_OK;
}

static ngx_int_t ngx_http_demarc_postconfiguration(ngx_conf_t *cf)
{
    static const ngx_uint_t phases[] = {NGX_HTTP_ACCESS_PHASE, NGX_HTTP_PRECONTENT_PHASE};
    ngx_http_demarc_main_conf_t *conf = ngx_http_conf_get_module_main_conf(cf, ngx_http_demarc_module);
    ngx_http_core_main_conf_t *core = ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
    ngx_uint_t i;

    conf->keeps_texts = ngx_http_demarc_uses_texts(cf);
    for (i = 0; i < 2; i++) {
        ngx_http_handler_pt *handler = ngx_array_push(&core->phases[phases[i]].handlers);
        if (!handler) return NGX_ERROR;
        *handler = ngx_http_demarc_handler;
    }
    /* `nginx -s stop` must work even if a policy is unusable. */
    return ngx_process == NGX_PROCESS_SIGNALLER ? NGX_OK : ngx_http_demarc_check(cf, conf);
}

#define PLACES NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF
#define LOC(field) NGX_HTTP_LOC_CONF_OFFSET, offsetof(ngx_http_demarc_loc_conf_t, field)

static ngx_conf_enum_t ngx_http_demarc_schemes[] = {
    {ngx_string("https"), DEMARC_SCHEME_HTTPS},
    {ngx_string("http"), DEMARC_SCHEME_HTTP},
    {ngx_string("claimed"), DEMARC_SCHEME_CLAIMED},
    {ngx_null_string, 0},
};
static ngx_conf_enum_t ngx_http_demarc_routes[] = {
    {ngx_string("page"), DEMARC_ON_ROUTE_PAGE},
    {ngx_string("redirect"), DEMARC_ON_ROUTE_REDIRECT},
    {ngx_null_string, 0},
};
static ngx_conf_enum_t ngx_http_demarc_readings[] = {
    {ngx_string("all"), 0},
    {ngx_string("proxy"), 1},
    {ngx_null_string, 0},
};
static ngx_conf_enum_t ngx_http_demarc_frames[] = {
    {ngx_string("top"), 0},
    {ngx_string("secFetch"), 1},
    {ngx_null_string, 0},
};

static ngx_command_t ngx_http_demarc_commands[] = {
    {ngx_string("demarc"), PLACES | NGX_CONF_FLAG, ngx_conf_set_flag_slot, LOC(enable), NULL},
    {ngx_string("demarc_policy"), PLACES | NGX_CONF_TAKE1, ngx_conf_set_str_slot, LOC(policy), NULL},
    {ngx_string("demarc_view"), PLACES | NGX_CONF_TAKE1, ngx_conf_set_str_slot, LOC(view), NULL},
    {ngx_string("demarc_scheme"), PLACES | NGX_CONF_TAKE1, ngx_conf_set_enum_slot, LOC(scheme), ngx_http_demarc_schemes},
    {ngx_string("demarc_account"), PLACES | NGX_CONF_TAKE1, ngx_http_set_complex_value_slot, LOC(account), NULL},
    {ngx_string("demarc_account_absent"), PLACES | NGX_CONF_TAKE1, ngx_conf_set_str_slot, LOC(absent), NULL},
    {ngx_string("demarc_on_route"), PLACES | NGX_CONF_TAKE1, ngx_conf_set_enum_slot, LOC(on_route), ngx_http_demarc_routes},
    {ngx_string("demarc_readings"), PLACES | NGX_CONF_TAKE1, ngx_conf_set_enum_slot, LOC(readings), ngx_http_demarc_readings},
    {ngx_string("demarc_frames"), PLACES | NGX_CONF_TAKE1, ngx_conf_set_enum_slot, LOC(frames), ngx_http_demarc_frames},
    {ngx_string("demarc_compare_sni"), PLACES | NGX_CONF_FLAG, ngx_conf_set_flag_slot, LOC(compares_sni), NULL},
    {ngx_string("demarc_contact"), PLACES | NGX_CONF_TAKE1, ngx_conf_set_str_slot, LOC(contact), NULL},
    {ngx_string("demarc_library"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE1, ngx_conf_set_str_slot,
     NGX_HTTP_MAIN_CONF_OFFSET, offsetof(ngx_http_demarc_main_conf_t, library), NULL},
    ngx_null_command,
};

static ngx_http_module_t ngx_http_demarc_module_ctx = {
    ngx_http_demarc_add_variables,
    ngx_http_demarc_postconfiguration,
    ngx_http_demarc_create_main_conf,
    ngx_http_demarc_init_main_conf,
    NULL,
    NULL,
    ngx_http_demarc_create_loc_conf,
    ngx_http_demarc_merge_loc_conf,
};

ngx_module_t ngx_http_demarc_module = {
    NGX_MODULE_V1,
    &ngx_http_demarc_module_ctx,
    ngx_http_demarc_commands,
    NGX_HTTP_MODULE,
    NULL,
    NULL,
    ngx_http_demarc_init_process,
    NULL,
    NULL,
    ngx_http_demarc_exit_process,
    NULL,
    NGX_MODULE_V1_PADDING,
};
