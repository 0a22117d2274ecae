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
/// - `usernameEnd == hostStart` means that there are no credentials; otherwise an `@` stands at `hostStart - 1`, and
///   a password exists if a `:` stands at `usernameEnd`.
/// - A URL without a host has `usernameEnd == hostStart == hostEnd == schemeEnd + 1`; its path starts there too, or
///   behind the `/.` that keeps a path such as `//x` from being read as a host.
/// - `queryStart` stands at the `?`, or equals `fragmentStart` when there is no query; `fragmentStart` stands at the
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
