extension URLRecord {
    /// Drops everything but scheme, host and port, and leaves the path `/`: the URL of the origin.
    ///
    /// Only for a URL with a host; every other one has an opaque origin and is left as it is.
    ///
    /// - Complexity: O(*n*); allocates nothing.
    package mutating func reduceToOrigin() {
        guard hostKind != .none else { return }
        let userInfo = Int(layout.schemeEnd) + 3..<Int(layout.hostStart)
        storage.truncate(to: Int(layout.pathStart))
        storage.append(UInt8(ascii: "/"))
        if !userInfo.isEmpty {
            storage.replace(userInfo, with: Span())
            let removed = UInt32(userInfo.count)
            layout.hostStart -= removed
            layout.hostEnd -= removed
            layout.pathStart -= removed
            layout.usernameEnd = layout.hostStart
        }
        layout.count = UInt32(storage.count)
        layout.queryStart = layout.count
        layout.fragmentStart = layout.count
    }
}
