/* A process that forks after it opened a policy: both go on deciding, reload for themselves, and open others. */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

static void decide(demarc_engine *engine, demarc_evaluator *evaluator, const char *path) {
    demarc_evaluator *another = make_evaluator(engine);
    demarc_engine *second = open_policy(path);
    demarc_view view = find_view(engine, "D");
    uint32_t changed;
    int i;
    for (i = 0; i < 1000; i++) {
        CHECK(class_of(evaluator, view, "https://contoso.com/") == DEMARC_INTERNAL);
        CHECK(class_of(another, view, "https://www.contoso.com/") == DEMARC_EXTERNAL);
    }
    CHECK(demarc_engine_reload_if_changed(engine, &changed, NULL) == DEMARC_OK && changed == 0);
    CHECK(class_of(another, find_view(second, "D"), "https://contoso.com/") == DEMARC_UNCLASSIFIED);
    CHECK(demarc_evaluator_free(another) == DEMARC_OK);
    CHECK(demarc_engine_free(second) == DEMARC_OK);
}

int main(int count, char **arguments) {
    demarc_engine *engine;
    demarc_evaluator *evaluator;
    int child, status, i;
    CHECK(count == 2);
    engine = open_policy(arguments[1]);
    evaluator = make_evaluator(engine);
    for (i = 0; i < 4; i++) {
        child = (int)fork();
        CHECK(child >= 0);
        if (child == 0) {
            decide(engine, evaluator, arguments[1]);
            CHECK(demarc_evaluator_free(evaluator) == DEMARC_OK);
            CHECK(demarc_engine_free(engine) == DEMARC_OK);
            _exit(0);
        }
    }
    decide(engine, evaluator, arguments[1]);
    for (i = 0; i < 4; i++) {
        CHECK(wait(&status) > 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    puts("fork: ok");
    return 0;
}
