import AppLint
import ByteText
import Diagnostics
import LintChecks
import PolicyAnalysis
import PolicyModel

/// Every code that findings and reasons can have, with its explanation.
package enum FindingCatalog {
    /// All explanations: checks, then readers, then reasons, then URLs and requests, each in its own order.
    package static let all: [CodeExplanation] =
        ofChecks + CodeExplanation.ofReaders + ReasonCode.allCases.map(explanation) + CodeExplanation.ofURLs
        + CodeExplanation.ofRequests + CodeExplanation.ofServer

    private static let byCode = Dictionary(grouping: all) { $0.code.lowercased() }

    /// The explanations of a code, in upper or lower case: several if several readers use it, and none for an unknown
    /// code.
    package static func explanations(of code: String) -> [CodeExplanation] { byCode[code.lowercased()] ?? [] }

    /// The first explanation of a code, in upper or lower case, or nil for an unknown code.
    package static func explanation(of code: String) -> CodeExplanation? { explanations(of: code).first }

    /// The code that was probably meant; nil for a number of a check, because a similar number is another check.
    package static func nearest(to code: String) -> String? {
        guard code.lowercased().wholeMatch(of: /dm[0-9]+/) == nil else { return nil }
        return NearMiss.suggestion(for: code, among: all.lazy.map(\.code))
    }

    /// The code of findings that a text names, in upper or lower case, or nil if it names none.
    package static func code(_ text: String) -> String? {
        guard let found = explanation(of: text) else { return nil }
        switch found.kind {
        case .lint, .reading: return found.code
        case .reason, .url, .request: return nil
        }
    }

    /// Whether findings can have a code, in upper or lower case.
    package static func contains(_ code: String) -> Bool { Self.code(code) != nil }

    private static var ofChecks: [CodeExplanation] {
        let all =
            explanations(SuppressionLintCode.self) + explanations(RuleLintCode.self)
            + explanations(PolicyLintCode.self) + explanations(ConfigurationLintCode.self)
            + explanations(AppLintCode.self) + explanations(AuditCode.self) + explanations(NginxLintCode.self)
        return all.sorted(on: \.code)
    }

    private static func explanations<Code: LintCode>(_: Code.Type) -> [CodeExplanation] {
        Code.allCases.map { explanation($0) }
    }

    private static func explanation(_ code: some LintCode) -> CodeExplanation {
        let explanation = code.explanation
        return CodeExplanation(
            code: code.rawValue,
            kind: .lint,
            title: explanation.title,
            text: explanation.text,
            severity: code.severity,
            example: explanation.example.isEmpty ? nil : explanation.example,
            corrected: explanation.corrected,
            page: "LintCodes"
        )
    }

    private static func explanation(_ code: ReasonCode) -> CodeExplanation {
        let sentence = code.sentence()
        let title = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        var text = sentence
        var setting: String?
        switch code.subject {
        case .rule: text += " The cause is a rule; the reason names it with its place."
        case .ruleSetDefault: text += " \(causeInRuleSet(of: code))"
        case .policySetting(let name):
            setting = name.name
            text += " The cause is the setting `\(name.name)` of the policy in force."
        case .otherPolicySetting(let name):
            setting = name.name
            text += " The cause is the setting `\(name.name)` of the other account's policy."
        case .appSetting(let name):
            setting = name.name
            text += " The cause is the app's own setting `\(name.name)`."
        case .configurationKey(let key):
            setting = key
            text += " The cause is the key `\(key)` of the account's app configuration."
        case .viewPolicy: text += " The cause is the policy of the view, or of a view above it."
        case .nothing: break
        }
        if let remark = code.launchRemark ?? code.remark { text += " \(remark)" }
        return CodeExplanation(
            code: code.rawValue,
            kind: .reason,
            title: title,
            text: text,
            example: ReasonExample.example(of: code)?.text(expecting: code),
            setting: setting,
            page: page(of: code)
        )
    }

    /// The cause of a reason that names the place of a rule set's default, as a sentence.
    private static func causeInRuleSet(of code: ReasonCode) -> String {
        switch code {
        case .transitionNone, .transitionPersonalAccount, .transitionPrivateWindow:
            "The cause is `transitions` of the rule set; the reason names the place of its `default`."
        case .ruleLimit:
            """
            The cause is an expression in a rule, or hundreds of filters whose texts the URL contains; the reason names \
            the place of the rule set's `default`.
            """
        default: "The cause is the default of the rule set; the reason names its place."
        }
    }

    /// The documentation page about the question that a reason belongs to.
    private static func page(of code: ReasonCode) -> String {
        let family = code.rawValue.split(separator: ".").first.map(String.init) ?? ""
        switch family {
        case "url": return "URLs"
        case "identity": return "Identities"
        case "open", "canOpen": return "Opening"
        case "universalLink": return "UniversalLinks"
        case "clipboard", "upload": return "Clipboard"
        case "save", "openFrom", "send", "receive": return "Transfer"
        case "setting": return "SingleSettings"
        case "config": return "AppConfiguration"
        case "launch", "access": return "LaunchConditions"
        case "view", "page": return "WebViewPolicies"
        case "navigation", "rule", "delegate", "transition", "browser": return "Navigation"
        default: return "ReasonCodes"
        }
    }
}
