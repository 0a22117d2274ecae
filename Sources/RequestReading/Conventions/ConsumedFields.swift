/// The fields of a request that a convention reads, found among all fields.
///
/// A field that is read comes once. Names that some servers take for one that is read are faults: with
/// `X_Forwarded_Uri`, one of two programs in a row may read the client's value where the other reads the proxy's.
package struct ConsumedFields: ~Copyable {
    private let fields: [ObservedField]

    init(_ fields: [ObservedField]) { self.fields = fields }

    /// The value of a field. More than one, and an alias, are noted as faults.
    ///
    /// - Parameters:
    ///   - name: The name in lower case, divided by `-`.
    ///   - request: Faults are noted there.
    /// - Returns: The value; nil where there is no such field.
    func value(of name: String, notingFaultsOf request: inout ObservedRequest) -> [UInt8]? {
        var value: [UInt8]?
        for field in fields {
            switch Self.compare(field.name.span, name) {
            case .other: continue
            case .alias: request.note(.fieldAlias)
            case .same where value == nil: value = field.value
            case .same: request.note(.fieldRepeated)
            }
        }
        return value
    }

    /// The same, where a field that is missing is a fault too.
    func required(_ name: String, notingFaultsOf request: inout ObservedRequest) -> [UInt8]? {
        let value = value(of: name, notingFaultsOf: &request)
        if value == nil { request.note(.fieldMissing) }
        return value
    }

    /// The values of a field that may come several times, which the caller compares.
    func values(of name: String, notingFaultsOf request: inout ObservedRequest) -> [[UInt8]] {
        var values: [[UInt8]] = []
        for field in fields {
            switch Self.compare(field.name.span, name) {
            case .other: continue
            case .alias: request.note(.fieldAlias)
            case .same: values.append(field.value)
            }
        }
        return values
    }

    /// How the name of a field stands to one that is read.
    package enum Likeness { case same, alias, other }

    /// Compares names: they are the same in whatever case, and aliases where only what divides their words differs, as
    /// in `X_Original_URL` and `X.Original.URL`, or stands around them.
    package static func compare(_ field: Span<UInt8>, _ name: String) -> Likeness {
        if field.isEqual(inLowerCase: name) { return .same }
        // No field of a request can be taken for a pseudo-header, whose name begins with a colon.
        guard name.utf8.first != UInt8(ascii: ":") else { return .other }
        var words = FieldWords(field)
        for byte in name.utf8 {
            guard words.next() == byte else { return .other }
        }
        return words.next() == nil ? .alias : .other
    }
}

/// The bytes of a field's name in lower case, one `-` for whatever divides its words, and none around them.
private struct FieldWords: ~Escapable {
    private let name: Span<UInt8>
    private var offset = 0
    private var isBegun = false

    @_lifetime(copy name)
    init(_ name: Span<UInt8>) { self.name = name }

    /// The next byte; nil behind the last one.
    @_lifetime(self: copy self)
    mutating func next() -> UInt8? {
        var isDivided = false
        while offset < name.count, !Self.isOfWord(name[offset]) {
            isDivided = true
            offset += 1
        }
        guard offset < name.count else { return nil }
        if isDivided, isBegun {
            isBegun = false
            return UInt8(ascii: "-")
        }
        isBegun = true
        defer { offset += 1 }
        return name[offset].lowerCased
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.lowerCased >= UInt8(ascii: "a") && byte.lowerCased <= UInt8(ascii: "z")
    }
}
