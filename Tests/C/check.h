/* What the tests in C share: a check that says where it failed, and the policy that they are given. */
#ifndef DEMARC_TEST_CHECK_H
#define DEMARC_TEST_CHECK_H

#include "demarc.h"

#include <stdio.h>
#include <stdlib.h>

/* Ends the test where something does not hold. */
#define CHECK(holds)                                                               \
    do {                                                                           \
        if (!(holds)) {                                                            \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #holds); \
            exit(1);                                                               \
        }                                                                          \
    } while (0)

static const uint8_t *bytes_of(const char *text) { return (const uint8_t *)text; }

/* Opens a policy, or ends the test. */
static demarc_engine *open_policy(const char *path) {
    demarc_engine *engine;
    demarc_error error;
    DEMARC_INIT(error);
    if (demarc_engine_open(bytes_of(path), strlen(path), NULL, &engine, &error) != DEMARC_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        exit(1);
    }
    return engine;
}

static demarc_evaluator *make_evaluator(demarc_engine *engine) {
    demarc_evaluator *evaluator;
    CHECK(demarc_evaluator_make(engine, &evaluator, NULL) == DEMARC_OK);
    return evaluator;
}

static demarc_view find_view(demarc_engine *engine, const char *name) {
    demarc_view view;
    CHECK(demarc_view_find(engine, bytes_of(name), strlen(name), &view, NULL) == DEMARC_OK);
    return view;
}

/* The class of a URL, as dana in the view D; DEMARC_UNCLASSIFIED where it was not decided. */
static uint32_t class_of(demarc_evaluator *evaluator, demarc_view view, const char *url) {
    demarc_text dana = DEMARC_LITERAL("dana@contoso.com");
    demarc_options options;
    demarc_answer answer;
    DEMARC_INIT(options);
    DEMARC_INIT(answer);
    options.user = dana;
    demarc_navigate(evaluator, view, bytes_of(url), strlen(url), &options, &answer, NULL);
    return answer.url_class;
}

#endif
