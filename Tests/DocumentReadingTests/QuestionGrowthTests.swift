import Diagnostics
import PolicyModel
import TestSupport
import Testing

@testable import DocumentReading

/// The cost of requests with many names. A server reads them on the thread that proxies wait for.
@Suite("Requests with many names take proportional time") struct QuestionGrowthTests {
    /// A policy with so many accounts, apps and views.
    private static func document(_ count: Int) -> PolicyDocument {
        PolicyDocument(
            accounts: AccountDirectory((0..<count).map { Account(id: AccountID("account\($0)")) }),
            user: nil,
            apps: (0..<count).map { AppDeclaration(id: AppID("com.contoso.app\($0)")) },
            views: (0..<count).map { ViewDeclaration(id: "paneabcd\($0)") }
        )
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ", ")
    }

    /// A request with a given state.
    private static func request(_ given: String) -> [UInt8] {
        Array(#"{"given": {\#(given)}, "when": {"open": "tel:1"}}"#.utf8)
    }

    private static func time(_ bytes: [UInt8], under document: PolicyDocument) -> Duration {
        let reader = QuestionRequestReader(document)
        return Growth.time { _ = reader.read(bytes, limit: 1) }
    }

    @Test(
        "Names that do not exist cost as much in a large request as in a small one",
        arguments: [
            #"{"parent": "zz"}"#, #"{"opener": "zz"}"#, #"{"parent": "z#"}"#, #"{"page": {"loadedFor": "z#"}}"#,
        ]
    )
    func unknownNames(view: String) {
        let document = Self.document(4)
        let factor = Growth.factor(from: 1_000, rounds: 2) { count in
            let views = Self.list(count) { #""a\#($0)": "# + view.replacing("#", with: "\($0)") }
            return Self.time(Self.request(#""views": {\#(views)}"#), under: document)
        }
        #expect(factor < Growth.linearLimit)
    }

    /// Names in a request, and the number of such names in the smaller policy.
    struct Names: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let size: Int
        let given: String
    }

    static let names = [
        Names(
            testDescription: "valid views, with the letters of the policy's views in another order",
            // A misspelled name is compared with 512 names at most.
            size: 128,
            given: #""views": {"# + list(4_000) { #""dcbaenap\#($0)": {}"# } + "}"
        ),
        Names(
            testDescription: "accounts that do not exist",
            size: 1_000,
            given: #""user": ["# + list(4_000) { #""someone\#($0)""# } + "]"
        ),
        Names(
            testDescription: "apps that do not exist",
            size: 1_000,
            given: #""installed": ["# + list(4_000) { #""com.contoso.ppa\#($0)""# } + "]"
        ),
    ]

    @Test("The names in a request are not compared with every name of the policy", arguments: names)
    func largePolicy(names: Names) {
        let bytes = Self.request(names.given)
        let factor = Growth.factor(from: names.size, limit: 2.5, rounds: 3) { count in
            Self.time(bytes, under: Self.document(count))
        }
        #expect(factor < 2.5)
    }

    @Test("Probable misspellings, for which only files get warnings, do not displace an error")
    func warnings() {
        let document = PolicyDocument(
            accounts: AccountDirectory([]),
            user: nil,
            views: [ViewDeclaration(id: "panel")]
        )
        let views = "abcdefghijkmnopqrstuvwxyz".map { #""pane\#($0)": {}"# }.joined(separator: ", ")
        let text = #"{"given": {"views": {\#(views)}}, "when": {"navigate": {"url": "a", "view": "none"}}}"#
        guard
            case .unprocessable(let findings, let field) = QuestionRequestReader(document)
                .read(Array(text.utf8), limit: 1)
        else {
            Issue.record("accepted")
            return
        }
        #expect(findings.map(\.code) == ["unknown-name"])
        #expect(field == "when.navigate.view")
    }
}
