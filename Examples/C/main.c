/* Decides URLs like a gateway: opens a compiled policy, asks about each URL, and prints the decision and its reason. */
#include <demarc.h>
#include <stdio.h>

static const char *const verdicts[] = {"block", "allow", "route"};

/* Asks about one URL. Any failure is a block, because the answer was cleared first. */
static void decide(demarc_evaluator *evaluator, demarc_view view, const char *url) {
    demarc_text dana = DEMARC_LITERAL("dana@contoso.com");
    demarc_options options;
    demarc_answer answer;
    char reasons[256], opened[8192], rule[128];
    ptrdiff_t length;

    DEMARC_INIT(options);
    DEMARC_INIT(answer);
    options.user = dana;
    demarc_navigate(evaluator, view, (const uint8_t *)url, strlen(url), &options, &answer, NULL);

    demarc_reasons(evaluator, &answer, reasons, sizeof reasons, NULL);
    /* What opens is the canonical URL or the route, never the text of the question. */
    length = (answer.verdict == DEMARC_ROUTE ? demarc_route : demarc_url)(
        evaluator, &answer, opened, sizeof opened, NULL);
    demarc_rule(evaluator, answer.rule, DEMARC_RULE_ID, rule, sizeof rule, NULL);
    printf("%-5s  %s\n", verdicts[answer.verdict <= DEMARC_ROUTE ? answer.verdict : DEMARC_BLOCK], url);
    printf("       because of %s%s%s\n", reasons, rule[0] ? ", rule " : "", rule);
    if ((answer.verdict == DEMARC_ALLOW || answer.verdict == DEMARC_ROUTE) && (size_t)length < sizeof opened)
        printf("       open %s\n", opened);
}

int main(int count, char **arguments) {
    const char *path = count > 1 ? arguments[1] : "policy.demarc";
    demarc_engine *engine;
    demarc_evaluator *evaluator;
    demarc_view view;
    demarc_error error;
    int i;

    DEMARC_INIT(error);
    if (demarc_engine_open((const uint8_t *)path, strlen(path), NULL, &engine, &error) != DEMARC_OK ||
        demarc_view_find(engine, (const uint8_t *)"D", 1, &view, &error) != DEMARC_OK ||
        demarc_evaluator_make(engine, &evaluator, &error) != DEMARC_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return 2;
    }
    for (i = 2; i < count; i++) decide(evaluator, view, arguments[i]);

    demarc_evaluator_free(evaluator);
    demarc_engine_free(engine);
    return 0;
}
