/// Why a compiled policy could not be opened or written.
///
/// Nothing from a rejected file takes effect: a policy in force stays in force.
public struct CompiledFileError: Error, Hashable, Sendable {
    /// The kind of error. The raw values are stable.
    public enum Code: String, CaseIterable, Sendable {
        /// There is no such file.
        case missing = "file-not-found"
        /// It is a folder, a pipe or a device.
        case notAFile = "not-a-file"
        /// The system denies access.
        case unreadable = "file-unreadable"
        /// It is larger than a compiled policy can be, or the policy to be written would be.
        case tooLarge = "file-too-large"
        /// It has no bytes.
        case empty = "empty-file"
        /// It does not begin like a compiled policy.
        case notCompiled = "not-a-compiled-policy"
        /// It was written by a machine with the other byte order.
        case otherByteOrder = "other-byte-order"
        /// It was written by a newer version.
        case newerVersion = "newer-version"
        /// It was written by an older version, in a form that is no longer supported.
        case olderVersion = "older-version"
        /// It was written by a version that supports other settings.
        case otherSettings = "other-settings"
        /// It is truncated.
        case truncated = "truncated-file"
        /// Its bytes are not those that were written.
        case damaged = "damaged-file"
        /// Its bytes are those that were written, but they are not a policy.
        case malformed = "malformed-file"
        /// It could not be written.
        case unwritable = "file-unwritable"
    }

    /// The kind of error.
    public let code: Code
    /// Lower case, one line, no final period.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// How to resolve the error; nil if there is no advice.
    public var help: String? {
        switch code {
        case .missing, .notAFile, .unreadable, .tooLarge, .unwritable: nil
        case .notCompiled: "policy documents are compiled with `demarc compile`"
        case .newerVersion: "update Demarc, or compile the policy again with this version's `demarc compile`"
        case .empty, .otherByteOrder, .olderVersion, .otherSettings, .truncated, .damaged, .malformed:
            "compile the policy again with `demarc compile`"
        }
    }

    /// The error for a policy that exceeds the size limit of a compiled file.
    static let tooLarge = CompiledFileError(.tooLarge, "the policy is larger than a compiled file can be")

    /// The error for a file with a correct checksum but invalid contents: it was crafted, or Demarc has a bug.
    static func malformed(_ what: String) -> CompiledFileError {
        CompiledFileError(.malformed, "the compiled policy is malformed: \(what)")
    }
}

extension CompiledFileError: CustomStringConvertible {
    /// The message, and how to resolve the error.
    public var description: String { help.map { "\(message); \($0)" } ?? message }
}
