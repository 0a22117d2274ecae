/// Keys inside a value, such as `name` and `value` of exempted protocols, in YAML or JSON.
extension ValueExtent {
    /// The extents of every key with this name in the value, in the order of the file.
    ///
    /// Texts and comments are skipped, so a `value: ` inside a name is not found.
    ///
    /// - Complexity: O(*n*) in the length of the value.
    func keys(named name: String, in bytes: [UInt8]) -> [ValueExtent] {
        var found: [ValueExtent] = []
        var scan = ByteScan(bytes, at: value.lowerBound)
        var depth = 0
        while let byte = scan.current, scan.offset < value.upperBound {
            let start = scan.offset
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                scan.skipString()
                let text = bytes[start + 1..<max(start + 1, scan.offset - 1)]
                scan.skipSpace()
                guard scan.current == UInt8(ascii: ":"), text.elementsEqual(name.utf8) else { continue }
            case UInt8(ascii: "#"):
                // No text begins with `#`, so this is a comment.
                scan.skip(past: "\n")
                continue
            case _ where Self.beginsPlainText(byte):
                scan.skipPlainText()
                guard scan.isAtColon, bytes[start..<scan.offset].elementsEqual(name.utf8) else { continue }
            default:
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
                if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
                scan.advance()
                continue
            }
            if let extent = ValueExtent(ofKeyAt: start, in: bytes, isInFlow: depth > 0) { found.append(extent) }
            scan.advance()
        }
        return found
    }

    private static func beginsPlainText(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte > 0x20 && !"-,[]{}:".utf8.contains(byte))
    }
}

extension ByteScan {
    /// Skips a text without quotes up to the colon of a key, or to its end.
    fileprivate mutating func skipPlainText() {
        repeat {
            advance()
            skipPlain(until: Array(":,[]{}".utf8))
        } while current == UInt8(ascii: ":") && !isAtColon
    }

    /// Whether a colon is here that ends a key: in YAML, white space follows it.
    fileprivate var isAtColon: Bool {
        guard current == UInt8(ascii: ":") else { return false }
        var next = self
        next.advance()
        return next.current.map { $0 <= 0x20 } ?? true
    }
}
