import PolicyModel

/// What is said about a file that should be text and is not UTF-8.
package enum BinaryFile {
    /// The message and the help of the finding.
    package static func words(of bytes: [UInt8]) -> (message: String, help: String) {
        // Saving a compiled policy as text would destroy it.
        isCompiledPolicy(bytes)
            ? ("this is a compiled policy, which cannot be read as text", helpForCompiled)
            : ("the file is not UTF-8", "save it as UTF-8")
    }

    /// Whether a file is a compiled policy, of any version.
    package static func isCompiledPolicy(_ bytes: [UInt8]) -> Bool { bytes.starts(with: CompiledFileMark.bytes) }

    /// What to do if a compiled policy is in the place of a text.
    package static let helpForCompiled = "name the document that it was compiled from"
}
