/// How a property list is written.
public enum PropertyListFormat: Hashable, Sendable {
    /// XML, in one of the encodings that are read.
    case xml(Encoding)
    /// The binary form, version `00`.
    case binary

    /// An encoding of XML property lists.
    public enum Encoding: String, CaseIterable, Hashable, Sendable {
        /// UTF-8, with or without a byte order mark.
        case utf8
        /// UTF-16 with the byte order mark FE FF.
        case utf16BigEndian
        /// UTF-16 with the byte order mark FF FE.
        case utf16LittleEndian
    }
}
