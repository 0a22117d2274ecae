/* Declarations shared by the files of the nginx module. */
#ifndef DEMARC_NGINX_H
#define DEMARC_NGINX_H

#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

#include "binding.h"
#include "decision.h"

extern ngx_module_t ngx_http_demarc_module;

#pragma GCC visibility push(hidden)

/* A policy file with its engine and evaluator. A worker has one thread, so one evaluator is enough for all
 * locations. */
typedef struct {
    ngx_str_t path;
    /* Both are NULL in the master, and in a worker that could not open the file, which then blocks everything. */
    demarc_engine *engine;
    demarc_evaluator *evaluator;
    /* The policy in force. It is changed only by the timer, and so never while a request is decided. */
    char policy[DM_POLICY_SIZE];
    /* A worker that cannot open a file retries each second, and reports it once. */
    unsigned has_complained : 1;
} ngx_http_demarc_engine_t;

/* The settings of the http block. */
typedef struct {
    ngx_str_t library;
    /* Every policy that a location uses, as pointers to ngx_http_demarc_engine_t. */
    ngx_array_t engines;
    /* How locations use policies, which is checked when the configuration is read and when a policy was replaced. */
    ngx_array_t uses;
    /* Whether a log or header in the configuration uses the URL or the reasons of decisions. */
    ngx_flag_t keeps_texts;
} ngx_http_demarc_main_conf_t;

/* A policy, and a binding whose view and accounts it must have. */
typedef struct {
    ngx_http_demarc_engine_t *engine;
    const demarc_binding *binding;
} ngx_http_demarc_use_t;

/* The settings of a location. */
typedef struct {
    ngx_flag_t enable;
    ngx_str_t policy;
    ngx_str_t view;
    ngx_uint_t scheme;
    ngx_uint_t on_route;
    ngx_uint_t readings;
    ngx_uint_t frames;
    ngx_flag_t compares_sni;
    ngx_str_t absent;
    ngx_str_t contact;
    /* The account, as a text with variables; NULL if there is none. */
    ngx_http_complex_value_t *account;
    ngx_http_demarc_engine_t *engine;
    demarc_binding binding;
} ngx_http_demarc_loc_conf_t;

/* The data that is kept for a request that was decided. */
typedef struct {
    dm_decision decision;
    /* Set only if the configuration uses them. */
    ngx_str_t url;
    ngx_str_t reasons;
    char reason[64];
} ngx_http_demarc_ctx_t;

enum { DEMARC_ON_ROUTE_PAGE, DEMARC_ON_ROUTE_REDIRECT };

/* engines.c: the library and the policies of this process. */

/*
 * Opens every policy, and checks how locations use it, in a separate process, so that neither the master nor `nginx -t`
 * keeps the library. That process has the user of the workers, which may be able to read less than the master. Returns
 * NGX_ERROR, and logs the reason, if a policy cannot be used.
 */
ngx_int_t ngx_http_demarc_check(ngx_conf_t *cf, ngx_http_demarc_main_conf_t *conf);

/* Opens them in a worker, and starts the timer that follows the files. */
ngx_int_t ngx_http_demarc_init_process(ngx_cycle_t *cycle);
void ngx_http_demarc_exit_process(ngx_cycle_t *cycle);

/* The functions of the library; all NULL if it is not loaded, in which case there is no evaluator. */
extern dm_library ngx_http_demarc_library;

/* request.c: decides on a request as nginx reports it. Only a decision with `is_allowed` lets it pass. */
void ngx_http_demarc_decide(ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, dm_decision *decision);

/* answer.c */

/* Writes the fields of an allowed request for the site, replacing any that the client sent. */
ngx_int_t ngx_http_demarc_pass(ngx_http_request_t *r, dm_decision *decision);

/* Answers a request that may not pass, and ends it. */
ngx_int_t ngx_http_demarc_deny(ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, dm_decision *decision);

/* variables.c: $demarc_verdict and the other variables, for logs. */
ngx_int_t ngx_http_demarc_add_variables(ngx_conf_t *cf);
/* Whether the configuration uses a variable that requires texts to be kept. */
ngx_flag_t ngx_http_demarc_uses_texts(ngx_conf_t *cf);
void ngx_http_demarc_keep_texts(ngx_http_request_t *r, ngx_http_demarc_loc_conf_t *conf, ngx_http_demarc_ctx_t *ctx);

#pragma GCC visibility pop
#endif
