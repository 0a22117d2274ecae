import Diagnostics
import PolicyAnalysis
import PolicyModel

/// Gates and changes as sentences, with names set in code style.
extension FlowGate {
    /// The owner and name of the gate, in the notation of documents.
    fileprivate var subject: HTML { Tag.code { fullName.shortened() } }

    /// Its present value, and where it is written.
    @HTMLBuilder var reason: HTML {
        switch kind {
        case .setting, .appSetting:
            subject
            " is "
            Tag.code { value.shortened() }
        case .rule where name == "default":
            "The default of the rule set "
            Tag.code { owner.shortened() }
            " is "
            Tag.code { value.shortened() }
        case .rule where name == "subresources":
            "The rule set "
            Tag.code { owner.shortened() }
            " lets pages load resources of external sites"
        case .rule:
            "The rule "
            subject
            " matches "
            Tag.code { value.shortened() }
        case .view where name == "policy":
            "The view "
            Tag.code { owner.shortened() }
            " has the policy "
            Tag.code { value.shortened() }
        case .view:
            "The view "
            Tag.code { owner.shortened() }
            " has no rule set"
        case .app:
            "The app "
            Tag.code { owner.shortened() }
            " is declared as \(value.shortened())"
        case .device: "The device is managed by device management"
        case .assumption:
            "It is assumed with "
            Tag.code { "--assume \(name)" }
        }
        if let location {
            ", written at "
            Tag.bdi(.class("place")) { location.description.shortened() }
            "."
        } else if kind == .setting || kind == .appSetting {
            ". It is not set: this is the default."
        } else {
            "."
        }
    }

    /// Its present state, in short.
    @HTMLBuilder var state: HTML {
        if kind == .setting || kind == .appSetting {
            "Now "
            Tag.code { value.shortened(to: 80) }
            if let location {
                " ("
                Tag.bdi(.class("place")) { location.description.shortened() }
                ")."
            } else {
                " by default."
            }
        } else {
            reason
        }
    }

    /// The subject of the setting, as the sentence in its table; empty for any other gate.
    var meaning: String { kind == .setting ? PolicySetting(rawValue: name)?.row.summary ?? "" : "" }
}

extension LeakPath.Fix {
    /// The change to make.
    @HTMLBuilder var words: HTML {
        switch gate.kind {
        case .rule where gate.name == "default":
            "Set the default of the rule set "
            Tag.code { gate.owner.shortened() }
            " to "
            Tag.code { value.shortened() }
        case .rule:
            "Remove the rule "
            Tag.code { "\(gate.owner).\(gate.name)".shortened() }
            ", or limit it to the intended domains"
        case .view where gate.name == "policy":
            "Give the view "
            Tag.code { gate.owner.shortened() }
            " the policy "
            Tag.code { value.shortened() }
        case .view:
            "Give the view "
            Tag.code { gate.owner.shortened() }
            " the rule set "
            Tag.code { value.shortened() }
        case .setting, .appSetting, .app, .device, .assumption:
            if value == SettingInForce.Value.unset.text {
                "Remove "
                gate.subject
            } else {
                "Set "
                gate.subject
                " to "
                Tag.code { value.shortened() }
            }
        }
    }
}

extension FlowStep {
    /// The outcome in words, such as `route → managedBrowser, managed page`.
    var outcome: String { Self.outcome(verdict.rawValue, to: destination, page) }

    /// An outcome in words.
    ///
    /// - Parameters:
    ///   - verdict: The name of the verdict.
    ///   - destination: Where data or a link goes.
    ///   - page: The classification of the page.
    /// - Returns: The words.
    static func outcome(_ verdict: String, to destination: Destination?, _ page: PageClassification?) -> String {
        var text = verdict
        if let destination { text += " → \(destination.rawValue)" }
        if let page { text += ", \(page.rawValue) page" }
        return text
    }
}

extension LeakPath {
    /// Whose data leaves, and where it arrives, without invisible characters.
    var leakWords: String {
        let name = organization.isEmpty ? "organization" : VisibleText.of(organization)
        return "\(name) data → \(VisibleText.of(sink.words))"
    }
}

extension AuditCode {
    /// The text of a cell in the table of flows.
    var cellWords: String {
        switch self {
        case .granted: "allowed"
        case .byDefault: "open by default"
        case .composed: "leaks by a detour"
        case .mislabelledPage: "leaks: shown as unmanaged"
        case .mislabelledSite: "leaks: foreign site trusted"
        case .contradiction: "leaks: app declared otherwise"
        case .unknown: "not known"
        case .acceptanceExpired: "acceptance has expired"
        case .evadedRule: "rule is evaded"
        case .readerResidual: "another reader goes elsewhere"
        }
    }
}

extension Diagnostic.Severity {
    /// The severity in one word, for people who do not know the codes.
    var badge: String {
        switch self {
        case .error: "Error"
        case .warning: "Warning"
        case .note: "Allowed"
        }
    }
}
