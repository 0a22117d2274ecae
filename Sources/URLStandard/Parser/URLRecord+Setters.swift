import ByteText

// The setters of the Standard's URL class, as far as routing needs them. As in the Standard, an invalid value changes
// nothing; unlike in the Standard, the caller is informed. See https://url.spec.whatwg.org/#urlutils-members.
extension URLRecord {
    /// Changes the [scheme](https://url.spec.whatwg.org/#dom-url-protocol), and drops the port if it is the new
    /// scheme's default.
    ///
    /// A special scheme can only be changed to another special scheme, and a scheme that is not special only to another
    /// that is not special.
    ///
    /// - Parameter value: The scheme; everything after a `:` is ignored.
    /// - Returns: Whether the Standard permits the change. If not, the record is unchanged.
    /// - Complexity: O(*n*) in the URL.
    @discardableResult
    public mutating func setScheme(_ value: Span<UInt8>) -> Bool {
        var cleaned = ByteStorage()
        InputPreparation.copyWithoutTabsAndNewlines(value, into: &cleaned)
        guard !isEmpty, let end = SchemeParser.end(in: cleaned.span) else { return false }
        guard end == cleaned.count || cleaned[end] == UInt8(ascii: ":") else { return false }
        var scheme = ByteStorage()
        let special = SchemeParser.write(cleaned.span, to: end, into: &scheme)
        guard isSpecial == (special != nil) else { return false }
        if special == .file, hasCredentials || port != nil { return false }
        if layout.specialScheme == .file, layout.hostKind == .empty { return false }

        let delta = scheme.count - Int(layout.schemeEnd)
        storage.replace(0..<Int(layout.schemeEnd), with: scheme.span)
        layout.schemeEnd = UInt32(truncatingIfNeeded: scheme.count)
        layout.usernameEnd.move(by: delta)
        layout.hostStart.move(by: delta)
        layout.hostEnd.move(by: delta)
        layout.movePathOn(by: delta)
        layout.specialScheme = special
        layout.isPlain = false
        if let port, port == special?.defaultPort { replacePort(by: nil) }
        return true
    }

    /// Changes the [host and port](https://url.spec.whatwg.org/#dom-url-host). Without a port in `value`, the port
    /// stays; with an invalid port, only the host changes.
    ///
    /// - Parameter value: The host, optionally followed by a `:` and the port; everything after a `/`, `?` or `#` is
    ///   ignored.
    /// - Returns: Whether the host was changed. If not, the record is unchanged.
    /// - Complexity: O(*n*) in the URL.
    @discardableResult
    public mutating func setHost(_ value: Span<UInt8>) -> Bool { setHost(value, takesPort: true) }

    /// Changes the [host](https://url.spec.whatwg.org/#dom-url-hostname) and keeps the port.
    ///
    /// - Parameter value: The host; everything after a `/`, `?` or `#` is ignored. A port makes it invalid.
    /// - Returns: Whether the host was changed. If not, the record is unchanged.
    /// - Complexity: O(*n*) in the URL.
    @discardableResult
    public mutating func setHostname(_ value: Span<UInt8>) -> Bool { setHost(value, takesPort: false) }

    /// Changes the [port](https://url.spec.whatwg.org/#dom-url-port).
    ///
    /// - Parameter value: Digits, optionally followed by other text; an empty value removes the port.
    /// - Returns: Whether there is a host that can have a port, and the value begins with a port.
    /// - Complexity: O(*n*) in the URL.
    @discardableResult
    public mutating func setPort(_ value: Span<UInt8>) -> Bool {
        guard canHavePort else { return false }
        guard !value.isEmpty else { return setPort(nil) }
        var cleaned = ByteStorage()
        InputPreparation.copyWithoutTabsAndNewlines(value, into: &cleaned)
        guard let port = Self.leadingPort(cleaned.span, from: 0) else { return false }
        return setPort(port)
    }

    /// Changes the port; nil, or the scheme's default, removes it.
    ///
    /// - Parameter port: The new port.
    /// - Returns: Whether there is a host that can have a port.
    /// - Complexity: O(*n*) in the URL.
    @discardableResult
    public mutating func setPort(_ port: UInt16?) -> Bool {
        guard canHavePort else { return false }
        replacePort(by: port == layout.specialScheme?.defaultPort ? nil : port)
        return true
    }

    /// See [cannot have a username/password/port](https://url.spec.whatwg.org/#cannot-have-a-username-password-port).
    private var canHavePort: Bool {
        layout.hostKind != .none && layout.hostKind != .empty && layout.specialScheme != .file
    }
}

extension URLRecord {
    private mutating func setHost(_ value: Span<UInt8>, takesPort: Bool) -> Bool {
        guard !isEmpty, !hasOpaquePath else { return false }
        var cleaned = ByteStorage()
        InputPreparation.copyWithoutTabsAndNewlines(value, into: &cleaned)
        let input = cleaned.span
        let isFile = layout.specialScheme == .file
        let end = hostEnd(in: input)
        let hasPort = input.has(":", at: end)
        if end == 0, !isFile, isSpecial || hasPort || hasCredentials || port != nil { return false }
        if hasPort, !takesPort { return false }

        var host = ByteStorage()
        var kind = HostKind.empty
        if end > 0 {
            do throws(URLParsingError) {
                kind = try HostParser.append(input.extracting(0..<end), isOpaque: !isSpecial, to: &host)
            } catch {
                return false
            }
        }
        if isFile, host.span.isEqual(to: "localhost") {
            host.removeAll()
            kind = .empty
        }
        replaceHost(by: host.span, kind)
        if hasPort, let port = Self.leadingPort(input, from: end + 1) { setPort(port) }
        return true
    }

    /// The end of the host at the beginning of a setter's value; for `file:`, a `:` does not end it.
    private func hostEnd(in input: Span<UInt8>) -> Int {
        var isInBrackets = false
        for offset in 0..<input.count {
            switch input[offset] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return offset
            case UInt8(ascii: "\\"): if isSpecial { return offset }
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case UInt8(ascii: ":"): if !isInBrackets, layout.specialScheme != .file { return offset }
            default: break
            }
        }
        return input.count
    }

    private mutating func replaceHost(by host: Span<UInt8>, _ kind: HostKind) {
        if layout.hostKind == .none {
            // The `/.` that may precede the path is no longer needed.
            let slashes: InlineArray<2, UInt8> = [UInt8(ascii: "/"), UInt8(ascii: "/")]
            let start = Int(layout.schemeEnd) + 1
            storage.replace(start..<Int(layout.pathStart), with: slashes.span)
            layout.movePathOn(by: start + 2 - Int(layout.pathStart))
            layout.usernameEnd = layout.pathStart
            layout.hostStart = layout.pathStart
            layout.hostEnd = layout.pathStart
        }
        let range = Int(layout.hostStart)..<Int(layout.hostEnd)
        storage.replace(range, with: host)
        layout.hostEnd.move(by: host.count - range.count)
        layout.movePathOn(by: host.count - range.count)
        layout.hostKind = kind
        layout.isPlain = false
    }

    private mutating func replacePort(by port: UInt16?) {
        var text = ByteStorage()
        if let port {
            text.append(UInt8(ascii: ":"))
            text.append(decimal: UInt32(port))
        }
        let range = Int(layout.hostEnd)..<Int(layout.pathStart)
        storage.replace(range, with: text.span)
        layout.movePathOn(by: text.count - range.count)
        layout.port = port.map(UInt32.init) ?? URLLayout.noPort
        layout.isPlain = false
    }

    /// The port formed by the digits from `start` on; nil if there are none or the value is too large.
    private static func leadingPort(_ input: Span<UInt8>, from start: Int) -> UInt16? {
        var offset = start
        var port: UInt32 = 0
        while offset < input.count, ByteClass(of: input[offset]).intersects(.digit) {
            port = min(port * 10 + UInt32(input[offset] & 0xF), 1 << 16)
            offset += 1
        }
        return offset > start ? UInt16(exactly: port) : nil
    }
}

extension URLLayout {
    /// Moves the path and everything after it.
    fileprivate mutating func movePathOn(by delta: Int) {
        pathStart.move(by: delta)
        queryStart.move(by: delta)
        fragmentStart.move(by: delta)
        count.move(by: delta)
    }
}

extension UInt32 {
    fileprivate mutating func move(by delta: Int) { self = UInt32(truncatingIfNeeded: Int(self) &+ delta) }
}
