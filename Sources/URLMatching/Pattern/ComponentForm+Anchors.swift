extension ComponentForm {
    /// The text that alone matches, if there is one.
    var onlyText: String? {
        guard case .exact(let text, _) = self else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// As a host: what of it is known wherever it matches.
    var hostAnchors: [HostAnchor]? {
        switch self {
        case .any, .regex: return nil
        case .exact(let text, _): return Self.anchor(text, isWhole: true).map { [$0] }
        case .oneOf(let sequences):
            var anchors: Set<HostAnchor> = []
            for sequence in sequences {
                let exact = sequence.exactText
                guard let anchor = Self.anchor(exact ?? sequence.suffix, isWhole: exact != nil) else { return nil }
                anchors.insert(anchor)
            }
            // A domain reaches the host of its own name too.
            return anchors.filter { anchor in
                if case .host(let name) = anchor { return !anchors.contains(.domain(name)) }
                return true
            }
        }
    }

    /// What a host looks like that is this text, or that ends with it.
    private static func anchor(_ text: [UInt8], isWhole: Bool) -> HostAnchor? {
        var name = text
        if !isWhole {
            // Of the first label there may be more to the left.
            guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return nil }
            name = Array(text[(dot + 1)...])
        }
        // Names with empty labels are rare, and left to the slow way.
        guard !name.isEmpty,
            !name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains([])
        else { return nil }
        return isWhole ? .host(name) : .domain(name)
    }
}
