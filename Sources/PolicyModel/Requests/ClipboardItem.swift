/// What is copied or pasted, as far as decisions look at it.
public struct ClipboardItem: Hashable, Sendable {
    /// The kind of a clipboard item.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Plain text; only this has an exception by length.
        case text
        /// A picture.
        case image
        /// A file.
        case file
    }

    /// What it is.
    public var kind: Kind
    /// How many characters a text has: extended grapheme clusters, as `String.count` counts them. Of no meaning for
    /// any other kind.
    public var characters: Int

    /// Makes an item.
    public init(_ kind: Kind = .text, characters: Int = 1) {
        self.kind = kind
        self.characters = characters
    }

    /// A plain text.
    ///
    /// - Complexity: O(*n*) in the length of the text, whose characters are counted.
    public init(text: String) { self.init(.text, characters: text.count) }
}
