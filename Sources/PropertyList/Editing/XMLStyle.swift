/// How the elements around a change are written, for what is put beside them.
struct XMLStyle {
    /// What stands between the elements of a dictionary or an array, but for the indentation; nil where they follow one
    /// another on one line.
    var lineBreak: [UInt8]?
    /// By how much a level is indented.
    var unit: [UInt8] = [0x09]
    /// What stands between a key and its value on one line; nil where the value has a line of its own.
    var keyGap: [UInt8]?

    /// What separates a key from its value.
    ///
    /// - Parameter indentation: That of the key.
    /// - Returns: Space, or nothing.
    func separator(behindKeyAt indentation: [UInt8]) -> [UInt8] {
        keyGap ?? lineBreak.map { $0 + indentation } ?? []
    }
}
