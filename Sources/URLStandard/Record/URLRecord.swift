/// A parsed URL: one buffer with its serialization, and the places of its components.
///
/// It is the URL Standard's [URL record](https://url.spec.whatwg.org/#concept-url), kept in canonical form. Components
/// are slices of the one buffer, so reading them copies and allocates nothing.
///
/// ```swift
/// var url = URLRecord()
/// for line in lines {
///     try url.parse(line.utf8.span)  // reuses the buffer of the last URL
///     use(url.host)
/// }
/// ```
///
/// A record owns its buffer and is not copyable; ``copy()`` makes another one. It is `Sendable`: hand it over, or share
/// it immutably.
///
/// A record made by ``init()``, or one whose last ``parse(_:byteLimit:)`` failed, is *empty*: every component is absent or has no
/// bytes, and ``isEmpty`` is true.
public struct URLRecord: ~Copyable, Sendable {
    /// Inputs longer than this many bytes are refused unless the caller names another limit.
    public static var defaultByteLimit: Int { 1 << 20 }

    var storage: ByteStorage
    // PERF: properties that are read from here are inlined elsewhere, because a call passes the whole record.
    @usableFromInline var layout: URLLayout
    /// Holds the input while it is parsed, where tabs or newlines had to be taken out of it.
    var scratch = ByteStorage()

    /// Makes an empty record, to be filled by ``parse(_:byteLimit:)``.
    public init() {
        storage = ByteStorage()
        layout = URLLayout()
    }

    /// Parses a URL into a record that owns its bytes.
    ///
    /// Runs the [URL parser](https://url.spec.whatwg.org/#concept-url-parser). The input is UTF-8; malformed sequences
    /// are read as U+FFFD, as the Encoding Standard has it.
    ///
    /// - Parameter input: The bytes of the URL, at most ``defaultByteLimit`` of them.
    /// - Throws: ``URLParsingError``, which names what the parser returned failure for.
    /// - Complexity: O(*n*) in `input.count`; one allocation for an ASCII host.
    public init(parsing input: Span<UInt8>) throws(URLParsingError) {
        self.init()
        try parse(input)
    }

    /// Parses a URL that may be relative to another.
    ///
    /// - Parameters:
    ///   - input: The bytes of the URL or of the reference, at most ``defaultByteLimit`` of them.
    ///   - base: What a relative reference is resolved against. Must not be empty.
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

/// Where the components of a serialized URL begin and end, as offsets into its bytes.
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
/// - `usernameEnd == hostStart` means that there are no credentials; otherwise an `@` is at `hostStart - 1`, and
///   a password exists if a `:` is at `usernameEnd`.
/// - A URL without a host has `usernameEnd == hostStart == hostEnd == schemeEnd + 1`; its path starts there too, or
///   behind the `/.` that keeps a path such as `//x` from being read as a host.
/// - `queryStart` is at the `?`, or equals `fragmentStart` when there is no query; `fragmentStart` is at the
///   `#`, or equals `count` when there is no fragment. So the path is always `pathStart..<queryStart`.
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
    /// The special scheme, or nil for every other one.
    @usableFromInline var specialScheme: SpecialScheme?
    @usableFromInline var hostKind: HostKind = .none
    @usableFromInline var hasOpaquePath = false
    /// The dots among the first 64 bytes of a URL that the fast path made, the first byte lowest.
    ///
    /// PERF: it has them at hand, and every look-up of a host begins with them.
    @usableFromInline var dots: UInt64 = 0
    /// Whether the fast path made this record: then the input had nothing in its authority that two readers could see
    /// differently, and the host has no trailing dot.
    @usableFromInline var isPlain = false

    @inlinable static var noPort: UInt32 { .max }
}
