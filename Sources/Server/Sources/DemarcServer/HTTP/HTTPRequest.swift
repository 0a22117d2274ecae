package import Answering

/// A request as it was received, in raw bytes.
///
/// HTTP frameworks keep only one authority: Hummingbird's codec uses the first `Host` field, drops the authority of an
/// absolute-form target, and repairs bytes that are not UTF-8. A checker must see what was sent, so the server reads
/// heads itself.
package struct HTTPRequest {
    package var method: [UInt8]
    package var target: [UInt8]
    /// 0 for `HTTP/1.0` and 1 for `HTTP/1.1`.
    var minorVersion: UInt8
    /// Every field separately, in the original order.
    package var fields: [ObservedField]
    var body: [UInt8] = []

    /// The first value of a field.
    func value(of name: StaticString) -> [UInt8]? { fields.value(of: name) }

    /// Whether a list in the values of a field contains a word.
    func lists(_ word: StaticString, in name: StaticString) -> Bool {
        fields.values(of: name).lazy.map { $0[...] }.lists(word)
    }

    /// Whether the method is HEAD, whose answer has no body.
    var isHead: Bool { method.elementsEqual("HEAD".utf8) }

    /// Whether the request only reads: GET, or HEAD.
    var isRead: Bool { isHead || method.elementsEqual("GET".utf8) }

    /// The target before its query.
    var path: ArraySlice<UInt8> { target.prefix { $0 != UInt8(ascii: "?") } }

    /// The target after the first `?`; nil if there is none.
    var query: ArraySlice<UInt8>? {
        target.firstIndex(of: UInt8(ascii: "?")).map { target[($0 + 1)...] }
    }

    /// The parameters of the query in their original order: each name as it was sent, and the percent-decoded value,
    /// which is nil without `=`.
    var parameters: [(name: ArraySlice<UInt8>, value: [UInt8]?)] {
        (query ?? []).split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (name: parts[0], value: parts.count == 2 ? PercentCoding.decoded(parts[1]) : nil)
        }
    }

    /// The value of the first parameter with a name that has one.
    func parameter(_ name: String) -> [UInt8]? {
        parameters.first { $0.value != nil && $0.name.elementsEqual(name.utf8) }?.value
    }
}

/// Percent-encoding of one parameter.
enum PercentCoding {
    /// Bytes with every `%xx` decoded; invalid escapes are kept. A `+` is a plus: these are URLs, not forms.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let high = HexDigit.value(of: bytes[index + 1]), let low = HexDigit.value(of: bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }
}

/// The sender of a request.
package struct Peer {
    /// The address of the connection; nil for a connection through a socket in the file system.
    package var address: PeerList.Address?
    /// The names in the client's certificate; nil if it has presented none.
    var certificate: CertificateNames?
}

/// Answers the requests of one listener, on one event loop and without blocking.
package protocol HTTPResponder: AnyObject {
    /// Answers a request.
    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse

    /// Answers input that could not be read as a request.
    func refuse(_ fault: HTTPFault) -> HTTPResponse
}
