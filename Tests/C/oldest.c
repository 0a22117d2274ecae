/* A client of the first header, with structs as small as any can be: it must work with the library of today. */
#include "check.h"

typedef struct { uint32_t size; uint32_t verdict; } oldest_answer;
typedef struct { uint32_t size; uint32_t flags; } oldest_options;
typedef struct { uint32_t size; int32_t status; } oldest_error;

int main(int count, char **arguments) {
    struct { oldest_answer answer; uint8_t behind[256]; } held;
    struct { oldest_error error; uint8_t behind[1024]; } failed;
    oldest_options options = {8, 0};
    demarc_engine *engine;
    demarc_evaluator *evaluator;
    const char *account = "dana@contoso.com";
    size_t i;
    CHECK(count == 2);
    memset(&failed, 0xAA, sizeof failed);
    failed.error.size = 8;
    CHECK(demarc_engine_open(bytes_of("/nowhere"), 8, NULL, &engine, (demarc_error *)(void *)&failed.error) == DEMARC_POLICY);
    CHECK(engine == NULL && failed.error.status == DEMARC_POLICY);
    for (i = 0; i < sizeof failed.behind; i++) CHECK(failed.behind[i] == 0xAA);
    engine = open_policy(arguments[1]);
    CHECK(demarc_switch_identity(engine, bytes_of(account), strlen(account), DEMARC_LEVEL_UI, NULL, 0, NULL) == DEMARC_OK);
    evaluator = make_evaluator(engine);
    memset(&held, 0xAA, sizeof held);
    held.answer.size = 8;
    CHECK(demarc_navigate(evaluator, find_view(engine, "D"), bytes_of("https://contoso.com/"), 20,
                          (const demarc_options *)(const void *)&options, (demarc_answer *)(void *)&held.answer,
                          NULL) == DEMARC_OK);
    CHECK(held.answer.verdict == DEMARC_ALLOW && held.answer.size == 8);
    for (i = 0; i < sizeof held.behind; i++) CHECK(held.behind[i] == 0xAA);
    CHECK(demarc_evaluator_free(evaluator) == DEMARC_OK);
    CHECK(demarc_engine_free(engine) == DEMARC_OK);
    puts("oldest: ok");
    return 0;
}
