import ByteText

@testable import URLStandard

/// The properties of every layout; see ``URLLayout``.
enum LayoutChecks {
    /// The properties that a record violates.
    static func problems(of url: borrowing URLRecord) -> [String] {
        let layout = url.layout
        let href = url.href.array
        var problems: [String] = []
        func require(_ condition: Bool, _ promise: String) {
            if !condition { problems.append("\(promise): \(layout)") }
        }
        func byte(_ offset: UInt32) -> UInt8? { offset < href.count ? href[Int(offset)] : nil }

        let offsets = [
            layout.schemeEnd, layout.usernameEnd, layout.hostStart, layout.hostEnd, layout.pathStart, layout.queryStart,
            layout.fragmentStart, layout.count,
        ]
        require(offsets == offsets.sorted(), "the offsets ascend")
        require(Int(layout.count) == href.count, "the count is that of the bytes")
        require(href.allSatisfy { $0 < 0x80 }, "all bytes are ASCII")
        require(byte(layout.schemeEnd) == UInt8(ascii: ":"), "a colon ends the scheme")
        if let special = layout.specialScheme { require(special.name == url.scheme.string, "the scheme is special") }
        if layout.hostKind == .none {
            require(layout.usernameEnd == layout.schemeEnd + 1, "without a host all its offsets follow the scheme")
            require(layout.hostEnd == layout.usernameEnd, "without a host its end is its start")
            require([0, 2].contains(layout.pathStart - layout.hostEnd), "then comes the path, perhaps behind `/.`")
        } else {
            require(byte(layout.schemeEnd + 2) == UInt8(ascii: "/"), "slashes stand before the host")
            require(!layout.hasOpaquePath, "no opaque path behind a host")
            require((layout.hostStart == layout.hostEnd) == (layout.hostKind == .empty), "only an empty host is empty")
            require((layout.pathStart > layout.hostEnd) == (layout.port != URLLayout.noPort), "a port takes room")
        }
        if layout.usernameEnd != layout.hostStart {
            require(byte(layout.hostStart - 1) == UInt8(ascii: "@"), "an @ ends the credentials")
        }
        if layout.queryStart != layout.fragmentStart {
            require(byte(layout.queryStart) == UInt8(ascii: "?"), "a ? begins the query")
        }
        if layout.fragmentStart != layout.count {
            require(byte(layout.fragmentStart) == UInt8(ascii: "#"), "a # begins the fragment")
        }
        if layout.specialScheme != nil {
            require(byte(layout.pathStart) == UInt8(ascii: "/"), "a special URL has a path")
        }
        let host = url.host.array
        var dots: UInt64 = 0
        for (offset, byte) in host.enumerated() where byte == UInt8(ascii: ".") {
            dots |= 1 << (64 - host.count + offset)
        }
        require(url.hostDots == (host.count > 64 ? nil : dots), "the dots of the host, the last byte highest")
        return problems
    }
}
