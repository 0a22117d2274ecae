/// The names that tell a file with policies from others, for whoever looks for such files.
package enum PolicyFileNames {
    /// The type of the policies that are read, as Graph names it.
    package static var policyType: String { GraphKeys.policyType }

    /// Whether a key is the name that logs of devices have for a setting.
    package static func isLogName(_ key: String) -> Bool { DeviceLogReader.settings[key] != nil }

    /// Whether a key is a setting that tells a policy by itself.
    package static func isSetting(_ key: String) -> Bool { GraphKeys.tellingSettings.contains(key) }

    /// Whether some setting's name stands in quotes in a text.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package static func isSettingWritten(in bytes: [UInt8]) -> Bool {
        var start: Int?
        for offset in bytes.indices where bytes[offset] == UInt8(ascii: "\"") {
            if let start, offset - start < 64 {
                let word = String(decoding: bytes[(start + 1)..<offset], as: UTF8.self)
                if isSetting(word) || isLogName(word) { return true }
            }
            start = offset
        }
        return false
    }
}
