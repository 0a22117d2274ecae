import sys

from demarc import Engine, Verdict

with Engine.open(sys.argv[1]) as engine, engine.evaluator() as evaluator:
    for url in sys.argv[2:]:
        answer = evaluator.navigate(url, "D")
        where = answer.route if answer.verdict is Verdict.ROUTE else answer.rule and answer.rule.id
        print(answer.verdict.value, url, where, *answer.reasons)
