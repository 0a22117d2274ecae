import AppLint
import ByteText
import Diagnostics
import PolicyFiles
import PropertyList

/// The kind of a file, determined by its contents.
package enum LintFileKind: Hashable, Sendable {
    /// A policy document.
    case policy
    /// A rule file.
    case rules
    /// A scenario file. Lint only checks that it can be read.
    case scenarios
    /// Policies in the form of Graph, an export or a device log.
    case graph
    /// The Info.plist of an app or extension.
    case infoPlist
    /// The entitlements of an app or extension.
    case entitlements

    /// The file name extensions that lint examines in a folder.
    package static var extensions: [String] { ["yaml", "yml", "json", "plist", "entitlements"] }

    /// Determines the kind of a file. The result is nil if lint does not check it.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name, without folders.
    ///   - isNamed: Whether the user named the file, so that it must have a kind: JSON is then a Graph document, and a
    ///     property list is an Info.plist, so that its reader can report what is wrong.
    /// - Complexity: O(*n*) in the bytes.
    package init?(of bytes: [UInt8], name: String, isNamed: Bool) {
        let name = name.lowercased()
        if name.hasSuffix(".entitlements") {
            self = .entitlements
        } else if name.hasSuffix(".plist") || PropertyListReader.isPropertyList(bytes) {
            guard let kind = Self.propertyList(bytes, name: name, isNamed: isNamed) else { return nil }
            self = kind
        } else if let kind = DocumentKind(of: bytes) {
            switch kind {
            case .policy: self = .policy
            case .rules: self = .rules
            case .scenarios: self = .scenarios
            }
        } else if name.hasSuffix(".json") || (isNamed && Self.beginsJSON(bytes) && !Self.isFilterList(bytes)) {
            guard isNamed || Self.mayHoldPolicies(bytes, name: name) else { return nil }
            self = .graph
        } else if isNamed, name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            // Its reader reports what is missing, or that the policies of Graph are only read as JSON.
            self = ForeignText.isGraphYAML(bytes) ? .graph : .policy
        } else {
            return nil
        }
    }

    private static func propertyList(_ bytes: [UInt8], name: String, isNamed: Bool) -> Self? {
        if name.hasSuffix("info.plist") { return .infoPlist }
        guard let document = try? PropertyListReader().read(bytes, path: name) else {
            // An unreadable property list is reported if it looks like an Info.plist or the user named it.
            return isNamed || ByteSearch.contains(bytes, "CFBundle") ? .infoPlist : nil
        }
        let kind = AppFileKind(of: document.root)
        if kind == .infoPlist { return .infoPlist }
        let keys = (document.root.entries ?? []).lazy.map(\.key.text)
        if keys.contains(where: { PolicyFileNames.isLogName($0) || PolicyFileNames.isSetting($0) }) { return .graph }
        return kind == .entitlements ? .entitlements : nil
    }

    private static func beginsJSON(_ bytes: [UInt8]) -> Bool {
        let hasUTF16Mark = ByteOrderMark.utf16IsBigEndian(in: bytes.span) != nil
        let start = hasUTF16Mark ? 2 : ByteOrderMark.utf8Count(in: bytes.span)
        // In UTF-16, a NUL is next to each ASCII character.
        let first = bytes[start...].first { $0 != 0x20 && !(0x09...0x0D).contains($0) && $0 != 0 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Whether bytes are the list of an ad blocker. Its first line, `[Adblock Plus 2.0]`, begins like JSON.
    private static func isFilterList(_ bytes: [UInt8]) -> Bool { ListAppearance(of: bytes)?.kind == .filters }

    /// Whether bytes are JSON in UTF-16, with or without a mark, judging by their beginning: its first character is
    /// ASCII, with a NUL next to it.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        ByteOrderMark.utf16IsBigEndian(in: bytes.span) != nil
            || bytes.count >= 2 && bytes.count.isMultiple(of: 2) && (bytes[0] == 0) != (bytes[1] == 0)
    }

    /// Whether to read JSON that the user did not name: most JSON has nothing to do with policies.
    ///
    /// A file that names the type of such policies is reported even if it is not valid JSON; any other file only if it
    /// contains a policy, or is one that lacks a key, as a policy document without `demarc` does.
    private static func mayHoldPolicies(_ bytes: [UInt8], name: String) -> Bool {
        if ByteSearch.contains(bytes, PolicyFileNames.policyType) { return true }
        guard isUTF16(bytes) || PolicyFileNames.isSettingWritten(in: bytes) else { return false }
        let result = LooseFileReader(files: MemoryFiles()).graph(bytes: bytes, path: name)
        return result.content != nil || result.diagnostics.contains { $0.code == FindingCode.missingKey.rawValue }
    }
}
