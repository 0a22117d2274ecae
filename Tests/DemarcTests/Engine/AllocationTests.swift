import CAllocationCounter
import Demarc
import PolicyModel
import TestSupport
import Testing

/// Counts the allocations of decisions in the C library. Sanitizers replace `malloc`, and only glibc allows counting;
/// elsewhere this suite is skipped.
@Suite(
    "Allocations",
    .serialized,
    .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
)
struct AllocationTests {
    private let engine: PolicyEngine

    init() throws {
        engine = try DemarcTests.engine(
            """
            demarc: 1
            app: {multiManagedIdentities: true, webViewHandledURLSchemes: [contoso-doc]}
            user: dana
            policies:
              edge: {managedBrowserToOpenLinksRequired: true}
              kiosk: {managedBrowserToOpenLinksRequired: true, customBrowserProtocol: kiosk}
              free: {}
            accounts:
              - {account: dana, policy: edge}
              - {account: kim, policy: kiosk}
              - {account: robin, policy: free}
              - {account: home}
            ruleSets:
              corporate:
                default: external
                subresources: block
                transitions: [personalAccount]
                rules:
                  - {id: intranet, class: internal, domain: contoso.example}
                  - {id: app, class: internal, scheme: contoso-app}
                  - {id: net, class: internal, address: [10.0.0.0/8, 'fd00::/8']}
                  - {id: page, class: internal, url: 'https://news.example/a'}
                  - {id: download, class: external, regex: '[?&]download=1', host: files.example}
                  - {id: docs, class: internal, pattern: 'https://{*.}?docs.example/:team/pages/*'}
                  - {id: gambling, class: blocked, list: {file: gambling.txt, format: domains}}
            views:
              - {id: E, policy: currentIdentity, isExternalURL: corporate}
              - {id: none}
              - {id: missing}
              - id: box
                policy: unmanaged
                children: [{id: inner, isExternalURL: corporate}]
            """,
            files: ["gambling.txt": "casino.example\nbets.example\n"]
        )
        try engine.setRuleSet("gone", for: engine.requireView("missing"))
    }

    private typealias Case = (url: String, view: String, frame: Frame, account: String?)

    /// The common paths through the parser, the rules and the table.
    private static let common: [Case] = [
        ("https://hr.contoso.example/a?b#c", "E", .top, nil),
        ("HTTPS://U:p@HR.Contoso.example:443/a/../b?q#f", "E", .top, nil),
        ("https://contoso.example./", "E", .top, nil),
        ("https://search.example/", "E", .top, nil),
        ("https://search.example/", "E", .top, "kim"),
        ("https://search.example/", "E", .top, "robin"),
        ("https://search.example/", "E", .top, "home"),
        ("https://search.example/", "E", .top, ""),
        ("https://search.example/", "E", .top, "stranger"),
        ("https://search.example/", "E", .sub, nil),
        ("https://search.example/image.png", "E", .resource, nil),
        ("https://news.example/a#x", "E", .top, nil),
        ("wss://search.example/", "E", .top, nil),
        ("about:blank", "E", .top, nil),
        ("data:text/html,x", "E", .sub, nil),
        ("javascript:alert(1)", "E", .top, nil),
        ("https://xn--bcher-kva.example/", "E", .top, nil),
        ("https://contoso.example/%zz/a/./b/../c", "E", .top, nil),
        ("https://contoso.example/", "none", .top, nil),
        ("https://contoso.example/", "missing", .top, nil),
        ("https://contoso.example/", "box", .top, nil),
        ("https://contoso.example/", "inner", .top, nil),
    ]

    /// The other cases, except for input that does not parse, which allocates when it leaves the parser. For these
    /// cases, unoptimized code copies arrays that are only read.
    private static let others: [Case] = [
        ("https://www.casino.example/", "E", .top, nil),
        ("https://www.casino.example/", "E", .sub, nil),
        ("https://www.casino.example/", "E", .resource, nil),
        ("https://files.example/?download=1", "E", .top, nil),
        ("https://www.docs.example/a/pages/b", "E", .top, nil),
        ("https://10.1.2.3/", "E", .top, nil),
        ("https://0x0a010203/", "E", .top, nil),
        ("https://[fd00::1]/", "E", .top, nil),
        ("https://[::ffff:10.1.2.3]/", "E", .top, nil),
        ("blob:https://hr.contoso.example/6f1c", "E", .top, nil),
        ("blob:https://search.example/6f1c", "E", .sub, nil),
        ("contoso-app:start", "E", .top, nil),
        ("contoso-doc:42", "E", .top, nil),
        ("mailto:dana@contoso.example", "E", .top, nil),
        ("about:config", "E", .top, nil),
        ("file:///etc/passwd", "E", .top, nil),
    ]

    private static let cases = TestSize.isOptimized ? common + others : common
    private static let why: Comment = "code that is not optimized copies more: `swift test -c release`"

    @Test("No warm decision allocates")
    func decisions() throws {
        var evaluator = engine.makeEvaluator()
        var lines: Set<String> = []
        for (url, name, frame, account) in Self.cases {
            let view = try engine.requireView(name)
            let identity = account.map { AccountID($0) }
            let bytes = Array(url.utf8)
            for _ in 0..<3 {
                lines.insert(evaluator.navigation(to: bytes.span, in: view, frame: frame, identity: identity).line)
            }
            let before = demarc_allocation_count()
            for _ in 0..<100 {
                _ = evaluator.navigation(to: bytes.span, in: view, frame: frame, identity: identity)
            }
            let count = demarc_allocation_count() - before
            #expect(count == 0, "\(count) allocations in 100 decisions on \(url) in \(name) as \(frame)")
        }
        // The cases are as diverse as intended.
        #expect(lines.count > Self.cases.count / 2)
    }

    @Test(
        "Answers in the request, look-ups of codes and routes allocate nothing",
        .enabled(if: TestSize.isOptimized, why)
    )
    func answersAndRoutes() throws {
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView("E")
        let url = Array("https://search.example/a?b".utf8)
        var route: [UInt8] = []
        route.reserveCapacity(256)
        for answer in ExternalURLAnswer.allCases {
            var before: UInt64 = 0
            for round in 0..<10 {
                if round == 3 { before = demarc_allocation_count() }
                route.removeAll(keepingCapacity: true)
                let decision = evaluator.navigation(to: url.span, in: view, answer: answer)
                let isRoute = try evaluator.appendRoute(of: decision, to: &route)
                let isInternal = decision.has(.delegateInternal)
                guard isRoute != isInternal else { break }
            }
            let count = demarc_allocation_count() - before
            #expect(count == 0, "\(count) allocations with the answer \(answer)")
        }
    }

    @Test(
        "The buffers fit the longest URL so far, in any order of URLs",
        .enabled(if: TestSize.isOptimized, why)
    )
    func buffers() throws {
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView("E")
        let longest = Array(("https://contoso.example/" + String(repeating: "ä", count: 500)).utf8)
        _ = evaluator.navigation(to: longest.span, in: view)
        let urls = Self.cases.map { Array($0.url.utf8) }
        for url in urls { _ = evaluator.navigation(to: url.span, in: view) }
        let before = demarc_allocation_count()
        for url in urls { _ = evaluator.navigation(to: url.span, in: view) }
        _ = evaluator.navigation(to: longest.span, in: view)
        for url in urls.reversed() { _ = evaluator.navigation(to: url.span, in: view) }
        let count = demarc_allocation_count() - before
        #expect(count == 0, "\(count) allocations")
    }
}
