import PropertyList

/// A text in an encoding of property lists; UTF-16 gets its byte order mark.
func encoded(_ text: String, as encoding: PropertyListFormat.Encoding) -> [UInt8] {
    guard encoding != .utf8 else { return Array(text.utf8) }
    var units = Array(text.utf16)
    if units.first != 0xFEFF { units.insert(0xFEFF, at: 0) }
    var bytes: [UInt8] = []
    for unit in units {
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        bytes += encoding == .utf16BigEndian ? [high, low] : [low, high]
    }
    return bytes
}
