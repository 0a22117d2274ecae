import Diagnostics

/// Edits that findings offer.
extension PolicyReading {
    /// What to write at the place of a text so that it says another word; nil where there is nothing to say.
    ///
    /// The place of a text has its quotes, which an edit must not lose: without them JSON is none.
    func edit(_ word: String?, at place: YAMLNode.Place) -> String? {
        guard let word else { return nil }
        let bytes = file(of: place).source.bytes
        let first = bytes.indices.contains(Int(place.start)) ? bytes[Int(place.start)] : 0
        if first == UInt8(ascii: "'") {
            return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        }
        if first != UInt8(ascii: "\""), word.utf8.allSatisfy({ Self.isPlainByte($0) }) { return word }
        var quoted = "\""
        for scalar in word.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// What a text can consist of without quotes, wherever it stands.
    private static func isPlainByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "._-/+".utf8.contains(byte)
    }
}
