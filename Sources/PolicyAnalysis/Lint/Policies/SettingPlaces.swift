import Diagnostics
import PolicyModel

/// Where the settings of a policy are written, to the byte where the file is at hand.
struct SettingPlaces {
    private let policy: AppProtectionPolicy
    private let sources: [String: SourceFile]

    init(_ policy: AppProtectionPolicy, sources: [String: SourceFile]) {
        self.policy = policy
        self.sources = sources
    }

    /// The value of a setting; its key where the value has several lines; where the setting isn't written, the first
    /// one that is.
    func value(of setting: PolicySetting) -> SourceRange {
        guard let location = policy.location(of: setting) else { return policyPlace }
        guard let (file, extent) = extent(at: location) else { return Self.empty(location) }
        let value = file.range(extent.value)
        return extent.value.isEmpty || value.start.line != value.end.line ? file.range(extent.key) : value
    }

    /// An element of a setting's value, as it is written; nil where it can't be found.
    ///
    /// - Parameters:
    ///   - text: What is written there, in any case, between characters that no scheme or link has.
    ///   - setting: The setting.
    /// - Returns: Its bytes.
    func element(_ text: String, of setting: PolicySetting) -> SourceRange? {
        guard let location = policy.location(of: setting), let (file, extent) = extent(at: location) else { return nil }
        return extent.firstRange(of: text, in: file.bytes).map { file.range($0) }
    }

    /// The key at a location.
    func key(at location: SourceLocation) -> SourceRange {
        guard let (file, extent) = extent(at: location) else { return Self.empty(location) }
        return file.range(extent.key)
    }

    /// The first setting that is written: the place for what is missing.
    private var policyPlace: SourceRange {
        let written = PolicySetting.allCases.compactMap { policy.location(of: $0) }
        let first = written.min { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
        return first.map { key(at: $0) } ?? SourceRange(wholeFile: sources.keys.min() ?? "")
    }

    private func extent(at location: SourceLocation) -> (SourceFile, ValueExtent)? {
        guard let file = sources[location.path],
            let offset = file.offset(line: location.line, column: location.column),
            let extent = ValueExtent(ofKeyAt: offset, in: file.bytes)
        else { return nil }
        return (file, extent)
    }

    private static func empty(_ location: SourceLocation) -> SourceRange {
        let start = SourcePosition(offset: 0, line: location.line, column: location.column)
        return SourceRange(path: location.path, start: start, end: start)
    }
}
