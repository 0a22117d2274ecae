/* Threads that use one evaluator at once, and free it meanwhile: each call is the only one, or gets DEMARC_BUSY. */
#include "check.h"

#include <pthread.h>

static demarc_engine *engine;
static demarc_evaluator *evaluator;
static demarc_view view;

static void *decide(void *tally) {
    int i;
    for (i = 0; i < 100000; i++) {
        demarc_answer answer;
        demarc_status status;
        DEMARC_INIT(answer);
        answer.verdict = DEMARC_ALLOW;
        status = demarc_navigate(evaluator, view, bytes_of("https://contoso.com/"), 20, NULL, &answer, NULL);
        CHECK(status == DEMARC_OK || status == DEMARC_BUSY || status == DEMARC_HANDLE);
        if (status != DEMARC_OK) CHECK(answer.verdict == DEMARC_BLOCK && answer.reason_count == 0);
        else CHECK(answer.reason_count > 0);
        ++((int *)tally)[status == DEMARC_OK ? 0 : status == DEMARC_BUSY ? 1 : 2];
        if (i == 99000) demarc_evaluator_free(evaluator);
    }
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[4];
    int tallies[4][3];
    int i, sum[3];
    memset(tallies, 0, sizeof tallies);
    memset(sum, 0, sizeof sum);
    CHECK(count == 2);
    engine = open_policy(arguments[1]);
    evaluator = make_evaluator(engine);
    view = find_view(engine, "D");
    for (i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, decide, tallies[i]) == 0);
    for (i = 0; i < 4; i++) {
        int kind;
        CHECK(pthread_join(threads[i], NULL) == 0);
        for (kind = 0; kind < 3; kind++) sum[kind] += tallies[i][kind];
    }
    CHECK(sum[0] > 0 && sum[2] > 0);
    demarc_evaluator_free(evaluator);
    CHECK(demarc_evaluator_free(evaluator) == DEMARC_HANDLE);
    CHECK(demarc_engine_free(engine) == DEMARC_OK);
    printf("busy: ok, %d decided, %d busy\n", sum[0], sum[1]);
    return 0;
}
