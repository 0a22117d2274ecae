/// Splits the bytes of an input into the choices that calls are made of.
struct CallReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isAtEnd: Bool { bytes.isEmpty }

    /// A byte; 0 after the end.
    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func number() -> UInt32 {
        // Usually small, occasionally arbitrary.
        let first = byte()
        guard first >= 0xE0 else { return UInt32(first) }
        return (0..<4).reduce(0) { number, _ in number << 8 | UInt32(byte()) }
    }

    /// An arbitrary word.
    mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

    /// One element of a list.
    mutating func choice<Element>(_ list: [Element]) -> Element { list[Int(byte()) % list.count] }

    /// A text: one that the policy knows, or the next bytes unchanged.
    mutating func text() -> [UInt8] {
        let kind = byte()
        if kind < 0xC0 { return Self.texts[Int(kind) % Self.texts.count] }
        let count = Int(kind & 0x3F)
        let text = Array(bytes.prefix(count))
        bytes = bytes.dropFirst(count)
        return text
    }

    private static let texts: [[UInt8]] = [
        "A", "E", "C", "r", "dana", "kim", "none", "", "main", "side", "https://contoso.com/",
        "https://evil.example/a/b",
        "https://contoso.com/%61dmin/..;/x//y", "contoso.com", "contoso.com:8443", "[::1]:443", "GET", "CONNECT",
        "/a;b/..;/c",
        "https", "http", "wss", "websocket", "document", "com.contoso.mail", "mailto:a@b", "tel:1", "x", "\u{FFFD}",
        "{\"question\":\"navigate\",\"url\":\"https://contoso.com/\",\"view\":\"E\"}",
        "{\"question\":\"signOut\",\"account\":\"dana\"}", "managed\t=dana\t-\t=contoso", "blob:https://contoso.com/1",
    ].map { Array($0.utf8) }
}
