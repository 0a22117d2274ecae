import Demarc

let engine = try PolicyEngine(contentsOf: "policy.yaml")

guard let editor = engine.view(named: "editor"), let help = engine.view(named: "help") else {
    preconditionFailure("policy.yaml declares both views")
}

var evaluator = engine.makeEvaluator()

let links = [
    "https://intranet.contoso.com/plan",
    "https://search.example/",
    "https://www.casino.example/",
    #"https://contoso.com\@evil.example/"#,
]
for link in links {
    let decision = evaluator.navigation(to: link.utf8.span, in: editor)
    print(decision.verdict, link)
    for reason in try evaluator.reasons(of: decision) { print("    \(reason.code.rawValue)") }
}

let decision = evaluator.navigation(to: links[0].utf8.span, in: editor)
switch decision.verdict {
case .allow:
    if let canonical = try evaluator.url(of: decision) { print("load", canonical) }
    try engine.didNavigate(editor, decision)
case .route:
    print("open elsewhere", try evaluator.route(of: decision) ?? "nothing")
default:
    print("do not open")
}

let item = ClipboardItem(text: "Quarterly figures")
print("paste into help:", evaluator.paste(item, from: .view(editor), into: .view(help)).verdict)
print("paste into editor:", evaluator.paste(item, from: .view(editor), into: .view(editor)).verdict)
