/* The library and the policies of a process: the check when a configuration is read, and the evaluators of a worker. */
#include "demarc_nginx.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <sys/wait.h>

dm_library ngx_http_demarc_library;

static ngx_event_t ngx_http_demarc_timer;
/* nginx logs the descriptor of the connection of every timer. */
static ngx_connection_t ngx_http_demarc_nowhere;
static unsigned ngx_http_demarc_is_loaded;

/* Opens a policy and creates its evaluator; on failure, everything is released and stays NULL. */
static ngx_int_t ngx_http_demarc_open(ngx_http_demarc_engine_t *engine, demarc_error *error)
{
    const dm_library *library = &ngx_http_demarc_library;

    DEMARC_INIT(*error);
    if (library->engine_open(engine->path.data, engine->path.len, NULL, &engine->engine, error) != DEMARC_OK) {
        engine->engine = NULL;
        return NGX_ERROR;
    }
    if (library->evaluator_make(engine->engine, &engine->evaluator, error) != DEMARC_OK) {
        engine->evaluator = NULL;
        library->engine_free(engine->engine);
        engine->engine = NULL;
        return NGX_ERROR;
    }
    dm_policy_text(library, engine->engine, engine->policy);
    return NGX_OK;
}

/* ---------------------------------------------------------------------------------------- During configuration */

/*
 * Takes the user and the groups of the workers, as nginx itself does for a worker: workers often cannot read all files
 * that the master can read as root.
 */
static int ngx_http_demarc_become_worker(ngx_core_conf_t *core, char *message, size_t capacity)
{
    const char *name = core->username;
    uid_t user = core->user;
    gid_t group = core->group;

    /* Without processes of its own for work, nginx remains what it is. */
    if (geteuid() != 0 || core->master == 0) return 0;
    if (core->user == (ngx_uid_t)NGX_CONF_UNSET_UINT) {
        struct passwd *entry = getpwnam(NGX_USER);
        struct group *its = getgrnam(NGX_GROUP);

        name = NGX_USER;
        if (!entry || !its) {
            snprintf(message, capacity, "there is no user %s, or no group %s", NGX_USER, NGX_GROUP);
            return -1;
        }
        user = entry->pw_uid;
        group = its->gr_gid;
    }
    if (setgid(group) == 0 && initgroups(name, group) == 0 && setuid(user) == 0) return 0;
    snprintf(message, capacity, "the policy cannot be checked as the user %s: %s", name, strerror(errno));
    return -1;
}

/* The work of the checking process: returns 0, or 1 with a sentence in `message`. */
static int ngx_http_demarc_find_fault(
    ngx_http_demarc_main_conf_t *conf, ngx_core_conf_t *core, char *message, size_t capacity)
{
    ngx_http_demarc_engine_t **engines = conf->engines.elts;
    ngx_http_demarc_use_t *uses = conf->uses.elts;
    demarc_error error;
    ngx_uint_t i;

    if (ngx_http_demarc_become_worker(core, message, capacity) != 0) return 1;
    if (dm_library_load(&ngx_http_demarc_library, (char *)conf->library.data, message, capacity) != 0) return 1;
    for (i = 0; i < conf->engines.nelts; i++) {
        if (ngx_http_demarc_open(engines[i], &error) != NGX_OK) {
            snprintf(message, capacity, "%s: %s", engines[i]->path.data, error.message);
            return 1;
        }
    }
    for (i = 0; i < conf->uses.nelts; i++) {
        char why[512];
        if (dm_check_binding(
                &ngx_http_demarc_library, uses[i].engine->engine, uses[i].engine->evaluator, uses[i].binding, why,
                sizeof why) != 0) {
            snprintf(message, capacity, "%s: %s", uses[i].engine->path.data, why);
            return 1;
        }
    }
    return 0;
}

ngx_int_t ngx_http_demarc_check(ngx_conf_t *cf, ngx_http_demarc_main_conf_t *conf)
{
    ngx_core_conf_t *core = (ngx_core_conf_t *)ngx_get_conf(cf->cycle->conf_ctx, ngx_core_module);
    char message[1024];
    size_t count = 0;
    ssize_t got;
    int ends[2], status = 1;
    sigset_t child, before;
    pid_t checker;

    if (conf->engines.nelts == 0) return NGX_OK;
    if (pipe(ends) != 0) return NGX_ERROR;
    /* The master would mistake the end of this process for the end of a worker. */
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    checker = fork();
    if (checker == 0) {
        int result;
        /* A check that hangs must not block the master, whose handlers and blocked signals this process inherits. */
        signal(SIGALRM, SIG_DFL);
        sigemptyset(&child);
        sigprocmask(SIG_SETMASK, &child, NULL);
        alarm(60);
        result = ngx_http_demarc_find_fault(conf, core, message, sizeof message);
        if (result && write(ends[1], message, ngx_strlen(message)) < 0) result = 2;
        _exit(result);
    }
    close(ends[1]);
    while (checker > 0 && count < sizeof message - 1) {
        got = read(ends[0], message + count, sizeof message - 1 - count);
        if (got == -1 && ngx_errno == NGX_EINTR) continue;
        if (got <= 0) break;
        count += (size_t)got;
    }
    message[count] = 0;
    close(ends[0]);
    if (checker > 0) while (waitpid(checker, &status, 0) == -1 && ngx_errno == NGX_EINTR) { }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (checker > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return NGX_OK;
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "demarc: %s", count ? message : "the policy could not be checked");
    return NGX_ERROR;
}

/* -------------------------------------------------------------------------------------------------- In a worker */

/* Reports each view and account that a location uses and the policy in force lacks: all its requests are blocked. */
static void ngx_http_demarc_report_missing(
    ngx_http_demarc_main_conf_t *conf, ngx_http_demarc_engine_t *engine, ngx_log_t *log)
{
    ngx_http_demarc_use_t *uses = conf->uses.elts;
    char why[512], before[512] = "";
    ngx_uint_t i;

    for (i = 0; i < conf->uses.nelts; i++) {
        if (uses[i].engine != engine) continue;
        if (dm_check_binding(
                &ngx_http_demarc_library, engine->engine, engine->evaluator, uses[i].binding, why, sizeof why) == 0)
            continue;
        /* Locations that inherit their settings lack the same. */
        if (ngx_strcmp(why, before) != 0)
            ngx_log_error(NGX_LOG_ERR, log, 0, "demarc: requests are blocked: %V: %s", &engine->path, why);
        ngx_cpystrn((u_char *)before, (u_char *)why, sizeof before);
    }
}

/* Maintains one policy: opens it if that failed before, and reloads it if its file has changed. */
static void ngx_http_demarc_follow(
    ngx_http_demarc_main_conf_t *conf, ngx_http_demarc_engine_t *engine, ngx_log_t *log)
{
    demarc_error error;
    uint32_t changed = 0;

    DEMARC_INIT(error);
    if (!engine->engine) {
        if (ngx_http_demarc_open(engine, &error) == NGX_OK) {
            if (engine->has_complained) ngx_log_error(NGX_LOG_NOTICE, log, 0, "demarc: %V is in force now", &engine->path);
            ngx_http_demarc_report_missing(conf, engine, log);
            return;
        }
        if (!engine->has_complained)
            ngx_log_error(NGX_LOG_ALERT, log, 0, "demarc: everything is blocked: %V: %s", &engine->path, error.message);
        engine->has_complained = 1;
        return;
    }
    if (ngx_http_demarc_library.engine_reload_if_changed(engine->engine, &changed, &error) != DEMARC_OK) {
        ngx_log_error(NGX_LOG_ERR, log, 0, "demarc: the policy in force stays: %V: %s", &engine->path, error.message);
    } else if (changed) {
        dm_policy_text(&ngx_http_demarc_library, engine->engine, engine->policy);
        ngx_log_error(NGX_LOG_NOTICE, log, 0, "demarc: %V was put in force again", &engine->path);
        ngx_http_demarc_report_missing(conf, engine, log);
    }
}

static void ngx_http_demarc_follow_all(ngx_http_demarc_main_conf_t *conf, ngx_log_t *log)
{
    ngx_http_demarc_engine_t **engines = conf->engines.elts;
    ngx_uint_t i;

    for (i = 0; i < conf->engines.nelts; i++) ngx_http_demarc_follow(conf, engines[i], log);
}

static void ngx_http_demarc_on_timer(ngx_event_t *event)
{
    ngx_http_demarc_follow_all(ngx_http_demarc_nowhere.data, event->log);
    if (!ngx_exiting && !ngx_terminate && !ngx_quit) ngx_add_timer(event, 1000);
}

ngx_int_t ngx_http_demarc_init_process(ngx_cycle_t *cycle)
{
    ngx_http_demarc_main_conf_t *conf = ngx_http_cycle_get_module_main_conf(cycle, ngx_http_demarc_module);
    char message[512];

    if (ngx_process != NGX_PROCESS_WORKER && ngx_process != NGX_PROCESS_SINGLE) return NGX_OK;
    if (!conf || conf->engines.nelts == 0) return NGX_OK;
    if (dm_library_load(&ngx_http_demarc_library, (char *)conf->library.data, message, sizeof message) != 0) {
        /* The worker continues: locations without Demarc still work, and all others block. */
        ngx_log_error(NGX_LOG_ALERT, cycle->log, 0, "demarc: everything is blocked: %s", message);
        return NGX_OK;
    }
    ngx_http_demarc_is_loaded = 1;
    ngx_http_demarc_follow_all(conf, cycle->log);
    ngx_http_demarc_nowhere.fd = (ngx_socket_t)-1;
    ngx_http_demarc_timer.handler = ngx_http_demarc_on_timer;
    ngx_http_demarc_timer.log = cycle->log;
    ngx_http_demarc_nowhere.data = conf;
    ngx_http_demarc_timer.data = &ngx_http_demarc_nowhere;
    /* An otherwise idle worker may exit. */
    ngx_http_demarc_timer.cancelable = 1;
    ngx_add_timer(&ngx_http_demarc_timer, 1000);
    return NGX_OK;
}

void ngx_http_demarc_exit_process(ngx_cycle_t *cycle)
{
    ngx_http_demarc_main_conf_t *conf = ngx_http_cycle_get_module_main_conf(cycle, ngx_http_demarc_module);
    ngx_http_demarc_engine_t **engines;
    ngx_uint_t i;

    if (!conf || !ngx_http_demarc_is_loaded) return;
    engines = conf->engines.elts;
    for (i = 0; i < conf->engines.nelts; i++) {
        ngx_http_demarc_library.evaluator_free(engines[i]->evaluator);
        ngx_http_demarc_library.engine_free(engines[i]->engine);
        engines[i]->evaluator = NULL;
        engines[i]->engine = NULL;
    }
}
