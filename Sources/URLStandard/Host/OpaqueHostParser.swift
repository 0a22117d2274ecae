/// The [opaque-host parser](https://url.spec.whatwg.org/#concept-opaque-host-parser).
enum OpaqueHostParser {
    /// Appends the host, with controls and what is not ASCII percent-encoded.
    static func append(_ input: Span<UInt8>, to output: inout ByteStorage) throws(URLParsingError) {
        for offset in 0..<input.count where ByteClass(of: input[offset]).intersects(.forbiddenHost) {
            throw .hostInvalidCodePoint
        }
        PercentEncoder.append(input, from: 0, to: input.count, encoding: .c0ControlSet, to: &output)
    }
}
