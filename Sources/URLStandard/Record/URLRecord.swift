/// A parsed URL: one buffer with its serialization, and the positions of its components.
///
/// It is the URL Standard's [URL record](https://url.spec.whatwg.org/#concept-url), kept in canonical form. Components
/// are slices of the single buffer, so reading them copies and allocates nothing.
///
/// ```swift
/// var url = URLRecord()
/// for line in lines {
///     try url.parse(line.utf8.span)  // reuses the buffer of the last URL
///     use(url.host)
/// }
/// ```
///
/// A record owns its buffer and is not copyable; ``copy()`` creates a copy. It is `Sendable`: transfer it, or share it
/// immutably.
///
/// A record created by ``init()``, or whose last ``parse(_:byteLimit:)`` failed, is *empty*: every component is absent
/// or has no bytes, and ``isEmpty`` is true.
public struct URLRecord: ~Copyable, Sendable {
    /// Inputs longer than this many bytes are rejected unless the caller specifies another limit.
    public static var defaultByteLimit: Int { 1 << 20 }

    var storage: ByteStorage
    // PERF: the properties that read the layout are inlined elsewhere, because a call passes the whole record.
    @usableFromInline var layout: URLLayout
    /// Contains the input while it is parsed, if tabs or newlines had to be removed from it.
    var scratch = ByteStorage()

    /// Creates an empty record, to be filled by ``parse(_:byteLimit:)``.
    public init() {
        storage = ByteStorage()
        layout = URLLayout()
    }

    /// Parses a URL into a record that owns its bytes.
    ///
    /// Runs the [URL parser](https://url.spec.whatwg.org/#concept-url-parser). The input is UTF-8; malformed sequences
    /// are read as U+FFFD, as the Encoding Standard specifies.
    ///
    /// - Parameter input: The bytes of the URL, at most ``defaultByteLimit``.
    /// - Throws: ``URLParsingError``, the reason for which the parser returned failure.
    /// - Complexity: O(*n*) in `input.count`; one allocation for an ASCII host.
    public init(parsing input: Span<UInt8>) throws(URLParsingError) {
        self.init()
        try parse(input)
    }

    /// Parses a URL that may be relative to another.
    ///
    /// - Parameters:
    ///   - input: The bytes of the URL or of the reference, at most ``defaultByteLimit``.
    ///   - base: The URL that a relative reference is resolved against. Must not be empty.
    /// - Throws: ``URLParsingError``.
    /// - Complexity: O(*n*) in the bytes of the input and the base.
    public init(parsing input: Span<UInt8>, base: borrowing URLRecord) throws(URLParsingError) {
        self.init()
        try parse(input, base: base)
    }

    /// Another record with the same bytes.
    ///
    /// - Complexity: O(*n*); one allocation.
    public func copy() -> URLRecord {
        var result = URLRecord()
        result.storage = ByteStorage(copying: storage.span)
        result.layout = layout
        return result
    }

    /// Whether nothing has been parsed into the record, or the last parse failed.
    @inlinable public var isEmpty: Bool { layout.count == 0 }
}

/// The positions at which the components of a serialized URL begin and end, as offsets into its bytes.
///
/// ```
/// https://user:pass@example.org:8080/foo/bar?baz#quux
///      |      |     |          |    |       |   |    |
///      |      |     |          |    |       |   |    count
///      |      |     |          |    |       |   fragmentStart
///      |      |     |          |    |       queryStart
///      |      |     |          |    pathStart
///      |      |     |          hostEnd
///      |      |     hostStart
///      |      usernameEnd
///      schemeEnd
/// ```
///
/// - `usernameEnd == hostStart` means that there are no credentials; otherwise an `@` is at `hostStart - 1`, and a
///   password exists if a `:` is at `usernameEnd`.
/// - A URL without a host has `usernameEnd == hostStart == hostEnd == schemeEnd + 1`; its path starts there too, or
///   after the `/.` that keeps a path such as `//x` from being read as a host.
/// - `queryStart` is at the `?`, or equals `fragmentStart` if there is no query; `fragmentStart` is at the `#`, or
///   equals `count` if there is no fragment. Therefore the path is always `pathStart..<queryStart`.
@usableFromInline
struct URLLayout: Hashable, Sendable {
    @usableFromInline var schemeEnd: UInt32 = 0
    @usableFromInline var usernameEnd: UInt32 = 0
    @usableFromInline var hostStart: UInt32 = 0
    @usableFromInline var hostEnd: UInt32 = 0
    @usableFromInline var pathStart: UInt32 = 0
    @usableFromInline var queryStart: UInt32 = 0
    @usableFromInline var fragmentStart: UInt32 = 0
    /// The length of the serialized URL.
    @usableFromInline var count: UInt32 = 0
    /// The port, or ``noPort``.
    @usableFromInline var port: UInt32 = URLLayout.noPort
    /// The special scheme; nil for every other scheme.
    @usableFromInline var specialScheme: SpecialScheme?
    @usableFromInline var hostKind: HostKind = .none
    @usableFromInline var hasOpaquePath = false
    /// The dots among the first 64 bytes of a URL that the fast path parsed, the first byte in the lowest bit.
    ///
    /// PERF: the fast path has them at hand, and every look-up of a host begins with them.
    @usableFromInline var dots: UInt64 = 0
    /// Whether the fast path created this record. Then the input had nothing in its authority that two readers could
    /// read differently, and the host has no trailing dot.
    @usableFromInline var isPlain = false

    @inlinable static var noPort: UInt32 { .max }
}
