/// Why a compiled policy could not be opened, or written.
///
/// Nothing of a file that is refused is in force: a policy that was, stays.
public struct CompiledFileError: Error, Hashable, Sendable {
    /// What is wrong. The raw values are stable.
    public enum Code: String, CaseIterable, Sendable {
        /// There is no such file.
        case missing = "file-not-found"
        /// It is a folder, a pipe or a device.
        case notAFile = "not-a-file"
        /// The system refuses it.
        case unreadable = "file-unreadable"
        /// It is larger than a compiled policy can be, or the policy would be.
        case tooLarge = "file-too-large"
        /// It has no bytes.
        case empty = "empty-file"
        /// It does not begin as a compiled policy does.
        case notCompiled = "not-a-compiled-policy"
        /// A machine of the other byte order wrote it.
        case otherByteOrder = "other-byte-order"
        /// A newer version wrote it.
        case newerVersion = "newer-version"
        /// An older version wrote it, in a form that is no longer read.
        case olderVersion = "older-version"
        /// A version that knows other settings wrote it.
        case otherSettings = "other-settings"
        /// It ends before its end.
        case truncated = "truncated-file"
        /// Its bytes are not those that were written.
        case damaged = "damaged-file"
        /// Its bytes are those that were written, but they are no policy.
        case malformed = "malformed-file"
        /// It could not be written.
        case unwritable = "file-unwritable"
    }

    /// What is wrong.
    public let code: Code
    /// Lower case, one line, no final period.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What to do about it; nil where nothing can be said.
    public var help: String? {
        switch code {
        case .missing, .notAFile, .unreadable, .tooLarge, .unwritable: nil
        case .notCompiled: "policy documents are compiled with `demarc compile`"
        case .newerVersion: "update Demarc, or compile the policy again with this version's `demarc compile`"
        case .empty, .otherByteOrder, .olderVersion, .otherSettings, .truncated, .damaged, .malformed:
            "compile the policy again with `demarc compile`"
        }
    }

    /// More than a compiled file can be.
    static let tooLarge = CompiledFileError(.tooLarge, "the policy is larger than a compiled file can be")

    /// A file whose checksum is right and whose contents are not: somebody made it so, or there is a mistake in Demarc.
    static func malformed(_ what: String) -> CompiledFileError {
        CompiledFileError(.malformed, "the compiled policy is malformed: \(what)")
    }
}

extension CompiledFileError: CustomStringConvertible {
    /// The message, and what to do.
    public var description: String { help.map { "\(message); \($0)" } ?? message }
}
