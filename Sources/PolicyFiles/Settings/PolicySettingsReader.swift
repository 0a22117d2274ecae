import Diagnostics
import DocumentReading
import PolicyModel

/// Reads the settings of one policy according to the table of settings.
///
/// The settings in `fields` override those of `policy`; missing ones keep their values and places. A new policy
/// therefore starts with the defaults, and a patch with the policy that it changes.
struct PolicySettingsReader {
    let reading: ReadingContext
    let fields: Fields
    var policy: AppProtectionPolicy

    /// Reads every setting in the document.
    mutating func readAll() {
        for setting in PolicySetting.allCases { read(setting) }
    }

    /// Reads the display name and description of the policy.
    mutating func readLabels() {
        read(.displayName)
        read(.description)
    }

    private mutating func read(_ setting: PolicySetting) {
        guard let node = fields[setting.name], let value = reading.value(node, of: setting.row.kind) else { return }
        policy.set(setting, to: value.written)
        policy.setLocation(of: setting, to: reading.location(ofSetting: setting.name, node, in: fields))
    }
}

/// The value that a setting was given.
struct ReadSetting {
    /// The value; nil if it is written as a value that means "not set".
    let written: PolicySettingValue?

    init(_ written: PolicySettingValue?) { self.written = written }
}

extension ReadingContext {
    /// The value of a setting; nil, after a report, if the setting does not accept it.
    func value(_ node: DocumentNode, of kind: PolicySettingKind) -> ReadSetting? {
        switch kind {
        case .boolean: boolean(node).map { ReadSetting(.boolean($0)) }
        case .number(let range): integer(node, in: range).map { ReadSetting(.number($0)) }
        case .text: prose(node).map { ReadSetting(.text($0)) }
        case .word(let words): word(node, among: words).map { ReadSetting(.text($0)) }
        case .words(let words): self.words(node, among: words).map { ReadSetting(.texts($0)) }
        // An empty scheme means "not set", as in Graph; on top of another policy, it removes that policy's scheme.
        case .scheme: text(node).map { ReadSetting(RedirectScheme($0).map { .scheme($0) }) }
        case .duration: lengthOfTime(node).map { ReadSetting(.duration($0)) }
        case .links: links(node, of: "strings").map { ReadSetting(.texts($0)) }
        case .protocols: protocols(node).map { ReadSetting(.protocols($0)) }
        case .version: version(node)
        case .models: models(node)
        }
    }

    private func words(_ node: DocumentNode, among words: [String]) -> [String]? {
        elements(node, of: "places")?.compactMap { word($0, among: words, called: "place") }
    }

    /// Reads one of a few words. Graph writes `unknownFutureValue` for a value that it does not disclose.
    private func word(_ node: DocumentNode, among words: [String], called what: String = "value") -> String? {
        guard case .scalar("unknownFutureValue", isPlain: false) = node.content, notation(at: node.place) != nil else {
            return choice(node, among: words, called: what)
        }
        report(
            .unknownValue,
            "Graph has a \(what) here that it didn't return, and wrote `unknownFutureValue`",
            at: node.place,
            help: "request the policy again with the header `Prefer: include-unknown-enum-members`"
        )
        return nil
    }

    /// Reads a duration; a negative one, which some services write for a time that has passed, is read as zero.
    private func lengthOfTime(_ node: DocumentNode) -> PolicyDuration? {
        guard let text = text(node) else { return nil }
        guard !PolicyDuration.isNegative(text) else {
            report(
                .outOfRange,
                "`\(Quoted.word(text))` is negative and is read as zero",
                at: node.place,
                severity: .warning,
                help: "write `\(PolicyDuration.zero)`, or the intended time"
            )
            return .zero
        }
        return duration(text, at: node.place)
    }

    /// Reads a version. Graph writes an empty text for one that is not set; in a document, such as one made from a
    /// template, it would silently be no limit.
    private func version(_ node: DocumentNode) -> ReadSetting? {
        guard let text = text(node) else { return nil }
        guard !text.isEmpty || notation(at: node.place) == nil else { return ReadSetting(nil) }
        if let version = VersionNumber(text) { return ReadSetting(.text(version.text)) }
        report(
            .invalidVersion,
            text.isEmpty ? "the version is empty" : "`\(Quoted.word(text))` is not a version",
            at: node.place,
            help: "write one to four numbers with dots between them, such as `17.4.1`"
        )
        return nil
    }

    private func models(_ node: DocumentNode) -> ReadSetting? {
        guard let text = prose(node) else { return nil }
        guard !text.isEmpty else { return ReadSetting(nil) }
        if let models = AllowedDeviceModels(text) { return ReadSetting(.text(models.text)) }
        report(
            .outOfRange,
            "there are more than \(AllowedDeviceModels.countLimit) models of devices",
            at: node.place
        )
        return nil
    }

    private func protocols(_ node: DocumentNode) -> [ExemptedAppProtocol]? {
        elements(node, of: "`name` and `value`")?.compactMap { element in
            guard let fields = pair(element), let value = required("value", of: fields).flatMap({ text($0) }) else {
                return nil
            }
            return ExemptedAppProtocol(name: fields["name"].flatMap { text($0) } ?? "", value: value)
        }
    }

    /// Reads `name` and `value`; Graph also writes the type of the pair, and may add other properties.
    private func pair(_ node: DocumentNode) -> Fields? {
        let subject = "an exempted protocol"
        guard notation(at: node.place) != nil, node.isMapping else {
            return fields(node, subject, keys: DocumentKeys.exemptedProtocol, null: .missing)
        }
        return keptFields(node, subject, keys: Set(DocumentKeys.exemptedProtocol)).known
    }
}
