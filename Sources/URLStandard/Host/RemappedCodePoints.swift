/// Code points that UTS #46 has come to map to something else.
///
/// An older ICU makes another host of them than a current browser does, and a policy would judge the wrong one; so a
/// domain that holds one is refused there. Code points that ICU refuses for being newer than itself need no entry: they
/// are no other host either.
///
/// Between Unicode 15.0 and 18.0 the mapping of one code point changed: since 15.1, U+1E9E `ẞ` becomes `ß` and no longer
/// `ss`. (All code points were compared, as they stand between two letters.)
enum RemappedCodePoints {
    /// Whether UTF-8 bytes from `start` on hold a code point that the given version of Unicode maps otherwise than
    /// current ones.
    ///
    /// The version is the major one times 256 and the minor.
    static func areContained(in bytes: Span<UInt8>, from start: Int, unicodeVersion: UInt16) -> Bool {
        guard unicodeVersion < 15 << 8 | 1 else { return false }
        var offset = start
        while offset + 2 < bytes.count {
            if bytes[offset] == 0xE1, bytes[offset + 1] == 0xBA, bytes[offset + 2] == 0x9E { return true }
            offset += 1
        }
        return false
    }
}
