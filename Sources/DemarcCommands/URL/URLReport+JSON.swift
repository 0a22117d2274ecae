import ByteText
import Diagnostics
import PolicyModel
import URLMatching
import URLStandard

extension URLReport {
    /// Writes a URL as an object on one line.
    mutating func appendObject(
        _ url: borrowing URLRecord,
        _ input: Span<UInt8>,
        _ ambiguities: [Ambiguity],
        disagreesOnAuthority: Bool
    ) {
        output.append("{\"input\":\"")
        output.appendInput(input)
        output.append("\",\"valid\":true")
        append("href", url.href)
        append("scheme", url.scheme)
        append("username", url.username, isPresent: !url.username.isEmpty)
        append("password", url.password, isPresent: !url.password.isEmpty)
        append("host", url.host, isPresent: url.hostKind != .none)
        output.append(text: ",\"port\":\(url.port.map { String($0) } ?? "null")")
        append("path", url.path)
        append("query", url.query, isPresent: url.hasQuery)
        append("fragment", url.fragment, isPresent: url.hasFragment)
        append("origin", url.origin.serialization.utf8.span)
        output.append(text: ",\"registrableDomain\":\(RegistrableDomain.of(url).map { JSONText.string($0) } ?? "null")")
        output.append(text: ",\"disagreesOnAuthority\":\(disagreesOnAuthority),\"ambiguities\":[")
        for (position, ambiguity) in ambiguities.enumerated() {
            if position > 0 { output.append(",") }
            output.append(text: "{\"code\":\"\(ambiguity.code.rawValue)\"")
            output.append(text: ",\"from\":\(ambiguity.range.lowerBound),\"to\":\(ambiguity.range.upperBound)}")
        }
        output.append("]")
        if disagreesOnAuthority {
            let other = Self.otherHost(of: url, input)
            append("otherHost", (other ?? "").utf8.span, isPresent: other != nil)
        }
        output.append("}")
    }

    /// Writes an input that is no URL as an object on one line.
    mutating func appendObject(_ error: URLParsingError, _ input: Span<UInt8>) {
        output.append("{\"input\":\"")
        output.appendInput(input)
        output.append("\",\"valid\":false")
        output.append(text: ",\"error\":\(error.json)}")
    }

    private mutating func append(_ key: StaticString, _ value: Span<UInt8>, isPresent: Bool = true) {
        output.append(",\"")
        output.append(key)
        guard isPresent else { return output.append("\":null") }
        output.append("\":\"")
        output.appendEscaped(value)
        output.append("\"")
    }
}
