/// The first bytes of a compiled policy file, of any version. They are not UTF-8, so no text begins with them.
package enum CompiledFileMark {
    /// The bytes.
    package static let bytes: [UInt8] = [0x89] + Array("DEMARC\n".utf8)
}
