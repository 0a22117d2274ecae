import ByteText
import Diagnostics
import PolicyFiles
import PolicyModel

/// Where the settings of a policy are written, exact to the byte if the file is available.
struct SettingPlaces {
    private let policy: AppProtectionPolicy
    private let sources: [String: SourceFile]
    private let settings: [SourceLocation: SettingExtent]

    init(_ policy: AppProtectionPolicy, sources: [String: SourceFile], settings: [SourceLocation: SettingExtent]) {
        self.policy = policy
        self.sources = sources
        self.settings = settings
    }

    /// The value of a setting, or its key if the value spans several lines. If the setting is not written, the first
    /// setting that is written.
    func value(of setting: PolicySetting) -> SourceRange {
        guard let location = policy.location(of: setting) else { return policyPlace }
        guard let (file, extent) = extent(at: location) else { return SourceRange(at: location) }
        guard let value = extent.value.map({ file.range($0) }), value.start.line == value.end.line else {
            return file.range(extent.key)
        }
        return value
    }

    /// An element of a setting's value, as written; nil if it cannot be found.
    ///
    /// - Parameters:
    ///   - text: The text to find, in any case. It must be delimited by characters that no scheme or link contains.
    ///   - setting: The setting.
    /// - Returns: Its range.
    func element(_ text: String, of setting: PolicySetting) -> SourceRange? {
        guard let location = policy.location(of: setting), let (file, extent) = extent(at: location) else { return nil }
        let word = Array(text.utf8)
        return extent.texts.lazy
            .compactMap { Self.firstRange(of: word, in: file.bytes[$0.clamped(to: file.bytes.indices)]) }
            .first.map { file.range($0) }
    }

    /// The key at a location.
    func key(at location: SourceLocation) -> SourceRange {
        guard let (file, extent) = extent(at: location) else { return SourceRange(at: location) }
        return file.range(extent.key)
    }

    /// The first setting that is written: the place for findings about something missing.
    private var policyPlace: SourceRange {
        let written = PolicySetting.allCases.compactMap { policy.location(of: $0) }
        let first = written.min { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
        return first.map { key(at: $0) } ?? SourceRange(wholeFile: sources.keys.min() ?? "")
    }

    private func extent(at location: SourceLocation) -> (SourceFile, SettingExtent)? {
        guard let file = sources[location.path], let extent = settings[location] else { return nil }
        return (file, extent)
    }

    /// The range of a whole word.
    private static func firstRange(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        guard !word.isEmpty, bytes.count >= word.count else { return nil }
        for start in bytes.startIndex...(bytes.endIndex - word.count) {
            let end = start + word.count
            let isEqual = zip(bytes[start..<end], word).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
            guard isEqual else { continue }
            let isAlone =
                (start == bytes.startIndex || !isWordByte(bytes[start - 1]))
                && (end == bytes.endIndex || !isWordByte(bytes[end]))
            if isAlone { return start..<end }
        }
        return nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte.isASCIIAlphanumeric || "+-./*_:".utf8.contains(byte)
    }
}
