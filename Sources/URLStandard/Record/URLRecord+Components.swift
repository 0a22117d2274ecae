import ByteText

extension URLRecord {
    /// The serialized URL: its [href](https://url.spec.whatwg.org/#concept-url-serializer), including the fragment.
    public var href: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.span }
    }

    /// The scheme without its `:`, in lower case.
    public var scheme: Span<UInt8> {
        @_lifetime(borrow self)
        get { slice(0, layout.schemeEnd) }
    }

    /// The scheme, if it is one that the Standard treats specially.
    @inlinable public var specialScheme: SpecialScheme? { layout.specialScheme }

    /// Whether the scheme is [special](https://url.spec.whatwg.org/#is-special).
    @inlinable public var isSpecial: Bool { layout.specialScheme != nil }

    /// The percent-encoded user name; empty if there is none.
    public var username: Span<UInt8> {
        @_lifetime(borrow self)
        get { hasCredentials ? slice(layout.schemeEnd + 3, layout.usernameEnd) : slice(0, 0) }
    }

    /// The percent-encoded password; empty if there is none.
    public var password: Span<UInt8> {
        @_lifetime(borrow self)
        get { hasPassword ? slice(layout.usernameEnd + 1, layout.hostStart - 1) : slice(0, 0) }
    }

    /// Whether the URL [includes credentials](https://url.spec.whatwg.org/#include-credentials).
    @inlinable public var hasCredentials: Bool { layout.usernameEnd != layout.hostStart }

    /// Whether the URL has a password that is not empty.
    public var hasPassword: Bool { hasCredentials && layout.usernameEnd + 1 < layout.hostStart }

    /// Whether the input was already canonical, except possibly for the `/` of an absent path, with a lower-case ASCII
    /// domain and no credentials: then every reader sees the same URL. False implies nothing.
    ///
    /// - Complexity: O(1).
    @inlinable public var isPlain: Bool { layout.isPlain }

    /// The kind of host that the URL has.
    @inlinable public var hostKind: HostKind { layout.hostKind }

    /// The serialized host without port, IPv6 in brackets. Empty if the host is absent or empty; ``hostKind``
    /// distinguishes these.
    public var host: Span<UInt8> {
        @_lifetime(borrow self)
        get { slice(layout.hostStart, layout.hostEnd) }
    }

    /// The position of ``host`` in ``href``.
    @inlinable public var hostRange: Range<Int> { Int(layout.hostStart)..<Int(layout.hostEnd) }

    /// The port; nil if none was given or it is the scheme's default.
    @inlinable public var port: UInt16? {
        layout.port == URLLayout.noPort ? nil : UInt16(truncatingIfNeeded: layout.port)
    }

    /// The port a connection would use: ``port``, or otherwise the scheme's default.
    public var effectivePort: UInt16? { port ?? layout.specialScheme?.defaultPort }

    /// The serialized path. A special URL's starts with `/`.
    public var path: Span<UInt8> {
        @_lifetime(borrow self)
        get { slice(layout.pathStart, layout.queryStart) }
    }

    /// Whether the path is [opaque](https://url.spec.whatwg.org/#url-opaque-path), as in `mailto:a@b`.
    public var hasOpaquePath: Bool { layout.hasOpaquePath }

    /// Whether there is a query, even an empty one.
    public var hasQuery: Bool { layout.queryStart < layout.fragmentStart }

    /// The query without its `?`; empty if there is none.
    public var query: Span<UInt8> {
        @_lifetime(borrow self)
        get { hasQuery ? slice(layout.queryStart + 1, layout.fragmentStart) : slice(0, 0) }
    }

    /// Whether there is a fragment, even an empty one.
    public var hasFragment: Bool { layout.fragmentStart < layout.count }

    /// The fragment without its `#`; empty if there is none.
    public var fragment: Span<UInt8> {
        @_lifetime(borrow self)
        get { hasFragment ? slice(layout.fragmentStart + 1, layout.count) : slice(0, 0) }
    }

    /// The serialized URL without its fragment.
    public var hrefWithoutFragment: Span<UInt8> {
        @_lifetime(borrow self)
        get { slice(0, layout.fragmentStart) }
    }

    /// ``hrefWithoutFragment`` of a mutable record.
    ///
    /// PERF: a record that is only read is copied for a call, and the copy stalls on the bytes that parsing has just
    /// written; a mutable record is not copied. Nothing is changed.
    @_lifetime(&self)
    package mutating func hrefWithoutFragmentInPlace() -> Span<UInt8> {
        storage.span.extracting(0..<Int(layout.fragmentStart))
    }

    @_lifetime(borrow self)
    private func slice(_ start: UInt32, _ end: UInt32) -> Span<UInt8> {
        storage.span.extracting(Int(start)..<Int(end))
    }
}

extension URLRecord {
    /// The dots of the host, the last byte of the host in the highest bit; nil if the host is longer than 64 bytes.
    ///
    /// - Complexity: O(1) for a URL that is ``isPlain``, otherwise O(*n*) in the bytes of the host.
    public var hostDots: UInt64? {
        guard !isPlain else { return plainHostDots }
        let bytes = storage.span
        let start = Int(layout.hostStart)
        let count = Int(layout.hostEnd) &- start
        guard count <= 64 else { return nil }
        var dots: UInt64 = 0
        var offset = 0
        // PERF: sixteen bytes at once. What is found after the host is shifted out below.
        while offset < count, start &+ offset &+ 16 <= bytes.count {
            dots |= WordLoader.vector(of: bytes, at: start &+ offset).bits(equalTo: UInt8(ascii: ".")) << UInt64(offset)
            offset &+= 16
        }
        while offset < count {
            if bytes[start &+ offset] == UInt8(ascii: ".") { dots |= 1 << UInt64(offset) }
            offset &+= 1
        }
        return dots << UInt64(64 &- count)
    }

    /// ``hostDots`` of a URL that is ``isPlain``; undefined for any other.
    @inlinable @inline(__always)
    package var plainHostDots: UInt64 {
        // INVARIANT: the fast path accepts no host that ends after byte 63.
        (layout.dots & (~0 &<< UInt64(layout.hostStart))) &<< UInt64(64 &- layout.hostEnd)
    }
}

extension URLRecord {
    /// Parses a URL given as a string.
    ///
    /// ```swift
    /// URLRecord("//b.example/x", base: "https://a.example/")?.hrefString  // https://b.example/x
    /// ```
    ///
    /// Nil if either is not a URL; ``init(parsing:)`` reports why.
    ///
    /// - Parameters:
    ///   - string: The URL, or the reference to resolve against `base`; at most ``defaultByteLimit`` bytes of UTF-8.
    ///   - base: The base URL.
    /// - Complexity: O(*n*) in the bytes of both.
    public init?(_ string: String, base: String? = nil) {
        self.init()
        do throws(URLParsingError) {
            if let base {
                let base = try URLRecord(parsing: base.utf8.span)
                try parse(string.utf8.span, base: base)
            } else {
                try parse(string.utf8.span)
            }
        } catch {
            return nil
        }
    }

    /// The serialized URL as a separate string.
    ///
    /// - Complexity: O(*n*); one allocation.
    public var hrefString: String { href.string }

    /// The serialized host as a separate string, IPv6 in brackets.
    ///
    /// - Complexity: O(*n*); one allocation if it is long.
    public var hostString: String { host.string }
}
