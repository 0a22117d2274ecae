/*
 * Four processes of two threads each decide while the policy's file is replaced: by another policy, by a damaged one,
 * by none. Every decision is that of one of the two policies, and a damaged file changes nothing.
 *
 *     reload FOLDER FIRST SECOND
 *
 * FIRST calls https://contoso.com/ internal, SECOND blocked.
 */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[4096];
static volatile int ends;

static void replace_with(const char *other, int is_damaged) {
    char beside[4200];
    FILE *from = fopen(other, "rb");
    FILE *to;
    int byte, position = 0;
    snprintf(beside, sizeof beside, "%s.new", path);
    to = fopen(beside, "wb");
    CHECK(from && to);
    while ((byte = fgetc(from)) != EOF) fputc(is_damaged && position++ == 700 ? byte ^ 1 : byte, to);
    fclose(from);
    CHECK(fclose(to) == 0);
    CHECK(rename(beside, path) == 0);
}

static void *decide(void *engine) {
    demarc_evaluator *evaluator = make_evaluator(engine);
    demarc_view view = find_view(engine, "D");
    while (!ends) {
        uint32_t found = class_of(evaluator, view, "https://contoso.com/");
        CHECK(found == DEMARC_INTERNAL || found == DEMARC_BLOCKED);
    }
    CHECK(demarc_evaluator_free(evaluator) == DEMARC_OK);
    return NULL;
}

/* One process: two threads decide, and the first one reloads. Ends with the number of errors that it saw. */
static int work(void) {
    demarc_engine *engine = open_policy(path);
    demarc_error error;
    demarc_info info;
    pthread_t threads[2];
    int i, errors = 0;
    DEMARC_INIT(error);
    DEMARC_INIT(info);
    for (i = 0; i < 2; i++) CHECK(pthread_create(&threads[i], NULL, decide, engine) == 0);
    for (i = 0; i < 400; i++) {
        uint32_t changed;
        demarc_status status = demarc_engine_reload_if_changed(engine, &changed, &error);
        CHECK(status == DEMARC_OK || status == DEMARC_POLICY);
        if (status != DEMARC_OK) {
            CHECK(strcmp(error.code, "damaged-file") == 0);
            CHECK(changed == 0 && error.message[0] != 0);
            errors++;
        }
        usleep(5000);
    }
    ends = 1;
    for (i = 0; i < 2; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(demarc_engine_info(engine, &info, NULL) == DEMARC_OK);
    CHECK(info.reloads > 0);
    CHECK(demarc_engine_free(engine) == DEMARC_OK);
    return errors > 0 ? 0 : 3;
}

int main(int count, char **arguments) {
    int child, status, i;
    CHECK(count == 4);
    snprintf(path, sizeof path, "%s/policy.demarc", arguments[1]);
    replace_with(arguments[2], 0);
    for (i = 0; i < 4; i++) {
        child = (int)fork();
        CHECK(child >= 0);
        if (child == 0) _exit(work());
    }
    for (i = 0; i < 60; i++) {
        usleep(30000);
        replace_with(arguments[2 + i % 2], i % 3 == 0);
    }
    for (i = 0; i < 4; i++) {
        CHECK(wait(&status) > 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    puts("reload: ok");
    return 0;
}
