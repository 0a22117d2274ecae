/// How much a property list may cost to read.
///
/// Beyond a bound stands an error that names it, never a partial reading.
public struct PropertyListBounds: Hashable, Sendable {
    /// The bytes of the file.
    public var bytes = 8 << 20
    /// Levels of arrays and dictionaries.
    public var depth = 64
    /// Values and keys. In a binary property list a value counts as often as it is referred to.
    public var nodes = 250_000
    /// How many bytes of texts and data a binary property list may stand for, each counted as often as it is referred to,
    /// for each byte of the file.
    public var expansion = 16
    /// Attributes of one element.
    public var attributes = 64
    /// Problems that are reported.
    public var findings = 100

    /// The bounds that are in force unless a caller names others.
    public init() {}

    /// So many bytes a binary property list may stand for however small it is.
    static var leastExpansion: Int { 1 << 20 }

    /// What libxml2 can be given at once, whatever ``bytes`` says.
    static var mostBytes: Int { 1 << 30 }
}
