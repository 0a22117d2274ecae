/// The beginning of a compiled policy file, by which it is recognized where a text is expected.
package enum CompiledFileMark {
    /// The first bytes of such a file, of any version. They are not UTF-8, so no text begins with them.
    package static let bytes: [UInt8] = [0x89] + Array("DEMARC\n".utf8)

    /// Whether a file is a compiled policy.
    package static func begins(_ file: [UInt8]) -> Bool { file.starts(with: bytes) }

    /// What to do if a compiled policy is in the place of a text. Saving it as text would destroy it.
    package static let help = "name the document that it was compiled from"
}
