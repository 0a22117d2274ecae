import AppLint
import PolicyModel
import RequestReading
import Testing
import URLMatching
import URLStandard

@testable import FileLint
@testable import PolicyFiles
@testable import PropertyList

@Suite("Explanations of all codes") struct FindingCatalogTests {
    private static let readers =
        FindingCode.allCases.map(\.rawValue) + PropertyListFindingCode.allCases.map(\.rawValue)
        + MatcherError.Code.allCases.map(\.rawValue)

    @Test("Readers, checks, reasons, URLs, requests and the server have exactly one explanation each") func complete() {
        let ofURLs = Ambiguity.Code.allCases.map(\.rawValue) + URLParsingError.allCases.map(\.rawValue)
        let ofRequests =
            RequestFault.allCases.map(\.rawValue) + PathReading.allCases.map(\.rawValue)
            + QueryReading.allCases.map(\.rawValue)
        // The server's tests compare the explanations with its own faults.
        let ofServer = ["policy.missing", "policy.stale", "audit.unavailable", "server.pathUnknown"]
        let expected = Set(
            LintCodes.all.map(\.code) + Self.readers + ReasonCode.allCases.map(\.rawValue) + ofURLs + ofRequests
                + ofServer
        )
        let found = FindingCatalog.all.map(\.code)
        #expect(Set(found) == expected)
        let kinds = FindingCatalog.explanations(of: "Trailing-dot").map(\.kind)
        #expect(kinds == [.reading, .url], "rules and URLs use the same code")
        #expect(found.count == expected.count + 1, "each other code is there once")
        for explanation in FindingCatalog.all {
            #expect(!explanation.title.isEmpty && !explanation.text.isEmpty && !explanation.page.isEmpty)
        }
    }

    @Test("Codes are found in any case, and similar codes are suggested") func lookUp() {
        #expect(FindingCatalog.explanation(of: "dm040")?.code == "DM040")
        #expect(FindingCatalog.explanation(of: "DM0400") == nil)
        #expect(FindingCatalog.nearest(to: "unknwn-key") == "unknown-key")
        #expect(FindingCatalog.nearest(to: "something else entirely") == nil)
        #expect(FindingCatalog.nearest(to: "DM40") == nil, "a similar number is another check")
        #expect(FindingCatalog.contains("unknown-key"))
        #expect(FindingCatalog.contains("UNKNOWN-KEY"))
        #expect(FindingCatalog.code("dm040") == "DM040")
        #expect(!FindingCatalog.contains("clipboard.outbound.blocked"), "no finding has it")
        #expect(!FindingCatalog.contains("backslash-as-slash"), "no finding has it")
    }

    @Test("Reasons name their settings") func settings() {
        #expect(
            FindingCatalog.explanation(of: "clipboard.outbound.blocked")?.setting
                == "allowedOutboundClipboardSharingLevel"
        )
        #expect(FindingCatalog.explanation(of: "url.invalid")?.setting == nil)
    }

    @Test("Every reason's explanation says more than its title", arguments: ReasonCode.allCases)
    func remarks(code: ReasonCode) throws {
        let explanation = try #require(FindingCatalog.explanation(of: code.rawValue))
        #expect(explanation.text.hasPrefix(code.sentence() + " "), "\(explanation.text)")
        #expect(explanation.text.hasSuffix(".") && !explanation.text.contains("  "), "\(explanation.text)")
        // A cause and a remark would be two texts about the same thing.
        #expect(explanation.setting == nil || code.remark == nil, "\(code)")
        #expect(code.launchRemark == nil || code.remark == nil, "\(code)")
    }

    @Test(
        "The explanation of a reason names what causes it, and all that it can be about",
        arguments: [
            (ReasonCode.defaultExternal, "The cause is the default of the rule set; the reason names its place."),
            (.transitionNone, "The cause is `transitions` of the rule set;"),
            (.transitionPersonalAccount, "The cause is `transitions` of the rule set;"),
            (.transitionPrivateWindow, "The cause is `transitions` of the rule set;"),
            (.ruleLimit, "The cause is an expression in a rule, or hundreds of filters whose texts the URL contains;"),
            (.pageExternal, "in a frame, only that frame"),
        ]
    )
    func causes(code: ReasonCode, words: String) throws {
        let explanation = try #require(FindingCatalog.explanation(of: code.rawValue))
        #expect(explanation.text.contains(words), "\(explanation.text)")
    }

    @Test("Reasons for a launch explain what to do") func launch() throws {
        for code in ReasonCode.allCases where code.rawValue.hasPrefix("launch.") {
            let explanation = try #require(FindingCatalog.explanation(of: code.rawValue))
            #expect(explanation.text.count > code.sentence().count, "\(code)")
            #expect(explanation.page == "LaunchConditions")
        }
        #expect(FindingCatalog.explanation(of: "launch.os.tooOld")?.text.contains("`minimumRequired…`") == true)
    }

    @Test("The explanation of a build variable says what follows for a setting and for an element of a list")
    func buildVariable() throws {
        let text = try #require(FindingCatalog.explanation(of: "unresolved-build-variable")).text
        for words in [
            "a setting has its default", "left out of `WebViewHandledURLSchemes`",
            "matches no scheme in `LSApplicationQueriesSchemes`", "under `app`",
        ] {
            #expect(text.contains(words), "\(text)")
        }
    }
}
