import ByteText

/// The fields of a request that a convention reads, found among all fields.
///
/// A field that is read must occur once. Names that some servers treat as a name that is read are faults: with
/// `X_Forwarded_Uri`, one of two programs in a chain may read the client's value while the other reads the proxy's.
package struct ConsumedFields: ~Copyable {
    private let fields: [ObservedField]

    init(_ fields: [ObservedField]) { self.fields = fields }

    /// The value of a field. Repeated fields and aliases are noted as faults.
    ///
    /// - Parameters:
    ///   - name: The name in lower case, with `-` between its words.
    ///   - request: The request on which faults are noted.
    /// - Returns: The value; nil if there is no such field.
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

    /// The value of a field that describes the request; see ``value(of:notingFaultsOf:)``.
    func value(of field: DescribingField, notingFaultsOf request: inout ObservedRequest) -> [UInt8]? {
        value(of: field.rawValue, notingFaultsOf: &request)
    }

    /// The value of a required field. A missing field is also noted as a fault.
    func required(_ field: DescribingField, notingFaultsOf request: inout ObservedRequest) -> [UInt8]? {
        let value = value(of: field, notingFaultsOf: &request)
        if value == nil { request.note(.fieldMissing) }
        return value
    }

    /// The values of a field that may occur several times; the caller compares them.
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

    /// The values of a field that describes the request; see ``values(of:notingFaultsOf:)``.
    func values(of field: DescribingField, notingFaultsOf request: inout ObservedRequest) -> [[UInt8]] {
        values(of: field.rawValue, notingFaultsOf: &request)
    }

    /// Notes a fault if a field looks like one that Demarc's proxies write, such as `X_Demarc_Class`: the site behind the
    /// proxy may read the client's value in place of the proxy's.
    func noteLookalikes(notingFaultsOf request: inout ObservedRequest) {
        for field in fields where field.isLookalike { request.note(.fieldAlias) }
    }

    /// The beginning of the names of all fields that proxies write for Demarc.
    private static var writtenPrefix: String { "x-demarc-" }

    fileprivate static func looksWritten(_ name: Span<UInt8>) -> Bool {
        var words = FieldWords(name)
        var count = 0
        for byte in writtenPrefix.utf8 {
            guard words.next() == byte else { return false }
            count += 1
        }
        while words.next() != nil { count += 1 }
        // A name with more bytes than its words has has other separators; one with as many may have.
        guard count == name.count else { return true }
        return name.indices.contains { !FieldWords.isOfWord(name[$0]) && name[$0] != UInt8(ascii: "-") }
    }

    /// How the name of a field relates to a name that is read.
    package enum Likeness { case same, alias, other }

    /// Compares names. They are the same if they differ only in case. They are aliases if they differ only in the
    /// separators between or around their words, such as `X_Original_URL` and `X.Original.URL`.
    package static func compare(_ field: Span<UInt8>, _ name: String) -> Likeness {
        if field.isEqual(inLowerCase: name) { return .same }
        // No field of a request can be mistaken for a pseudo-header, whose name begins with a colon.
        guard name.utf8.first != UInt8(ascii: ":") else { return .other }
        var words = FieldWords(field)
        for byte in name.utf8 {
            guard words.next() == byte else { return .other }
        }
        return words.next() == nil ? .alias : .other
    }
}

extension ObservedField {
    /// Whether some servers may read the name as one that proxies write for Demarc, although it is another one:
    /// `X_Demarc_Class` and `x~demarc~verdict`, but not `X-Demarc-Class`.
    ///
    /// - Complexity: O(*n*) in the bytes of the name.
    public var isLookalike: Bool { ConsumedFields.looksWritten(name.span) }
}

/// The bytes of a field name in lower case, with one `-` for any separator between its words, and none around them.
private struct FieldWords: ~Escapable {
    private let name: Span<UInt8>
    private var offset = 0
    private var isBegun = false

    @_lifetime(copy name)
    init(_ name: Span<UInt8>) { self.name = name }

    /// The next byte; nil at the end.
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
        return name[offset].asciiLowercased
    }

    static func isOfWord(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric }
}
