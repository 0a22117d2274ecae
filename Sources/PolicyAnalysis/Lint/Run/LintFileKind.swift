import AppLint
import ByteText
import PolicyFiles
import PropertyList

/// What lint takes a file for, by its content.
public enum LintFileKind: Hashable, Sendable {
    /// A policy document.
    case policy
    /// A rule file.
    case rules
    /// A scenario file, of which only the reading is looked at.
    case scenarios
    /// Policies as Graph, an export or a device's log has them.
    case graph
    /// The Info.plist of an app or extension.
    case infoPlist
    /// The entitlements of one.
    case entitlements

    /// The endings of files that are looked into in a folder.
    public static var extensions: [String] { ["yaml", "yml", "json", "plist", "entitlements"] }

    /// Tells what a file is; nil if lint has nothing to say of it.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name, without folders.
    ///   - isNamed: Whether somebody named the file, so that it has to be something: JSON is a Graph document then, and
    ///     what is meant as a property list an Info.plist, so that its reader can say what is wrong.
    /// - Complexity: O(*n*) in the bytes.
    public init?(of bytes: [UInt8], name: String, isNamed: Bool) {
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
        } else if name.hasSuffix(".json") || (isNamed && Self.beginsJSON(bytes)) {
            guard isNamed || Self.mayHoldPolicies(bytes, name: name) else { return nil }
            self = .graph
        } else if isNamed, name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            // Its reader says what is missing.
            self = .policy
        } else {
            return nil
        }
    }

    private static func propertyList(_ bytes: [UInt8], name: String, isNamed: Bool) -> Self? {
        if name.hasSuffix("info.plist") { return .infoPlist }
        guard let document = try? PropertyListReader().read(bytes, path: name) else {
            // One that can't be read is reported if it looks like an Info.plist, or was asked for.
            return isNamed || ByteSearch.contains(bytes, "CFBundle") ? .infoPlist : nil
        }
        let kind = AppFileKind(of: document.root)
        if kind == .infoPlist { return .infoPlist }
        let keys = (document.root.entries ?? []).lazy.map(\.key.text)
        if keys.contains(where: { PolicyFileNames.isLogName($0) || PolicyFileNames.isSetting($0) }) { return .graph }
        return kind == .entitlements ? .entitlements : nil
    }

    private static func beginsJSON(_ bytes: [UInt8]) -> Bool {
        let start = ByteOrderMark.utf8Count(in: bytes.span)
        let first = bytes[start...].first { $0 != 0x20 && !(0x09...0x0D).contains($0) && $0 != 0 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || isUTF16(bytes)
    }

    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        ByteOrderMark.utf16IsBigEndian(in: bytes.span) != nil
    }

    /// Whether JSON that nobody named is worth being read: most of it has nothing to do with policies.
    ///
    /// What names the type of such policies is reported even where it is not JSON; the rest only where a policy is in it.
    private static func mayHoldPolicies(_ bytes: [UInt8], name: String) -> Bool {
        if ByteSearch.contains(bytes, PolicyFileNames.policyType) { return true }
        guard isUTF16(bytes) || PolicyFileNames.isSettingWritten(in: bytes) else { return false }
        return LooseFileReader(files: MemoryFiles()).graph(bytes: bytes, path: name).content != nil
    }
}
