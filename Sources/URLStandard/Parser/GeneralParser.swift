/// The whole URL parser of the Standard.
enum GeneralParser {
    static func parse(_ input: Span<UInt8>, into record: inout URLRecord) throws(URLParsingError) {
        record.removeAll()
        throw .missingScheme
    }

    static func parse(
        _ input: Span<UInt8>, base: borrowing URLRecord, into record: inout URLRecord
    ) throws(URLParsingError) {
        record.removeAll()
        throw .missingScheme
    }
}
