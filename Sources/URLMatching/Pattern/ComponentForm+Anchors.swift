extension ComponentForm {
    /// The text that alone matches, if there is one.
    var onlyText: String? {
        guard case .exact(let text, _) = self else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// The texts that alone match, if they are few.
    var onlyTexts: [String]? {
        switch self {
        case .exact(let text, _): return [String(decoding: text, as: UTF8.self)]
        case .oneOf(let sequences):
            let texts = sequences.compactMap(\.exactText)
            return texts.count == sequences.count ? texts.map { String(decoding: $0, as: UTF8.self) } : nil
        case .any, .regex: return nil
        }
    }

    /// As a host: what of it is known wherever it matches.
    var hostAnchors: [HostAnchor]? {
        switch self {
        case .any, .regex: return nil
        case .exact(let text, _): return Self.anchor(text, isWhole: true).map { [$0] }
        case .oneOf(let sequences):
            var anchors: [HostAnchor] = []
            for sequence in sequences {
                let exact = sequence.exactText
                guard let anchor = Self.anchor(exact ?? sequence.suffix, isWhole: exact != nil) else { return nil }
                if !anchors.contains(anchor) { anchors.append(anchor) }
            }
            return HostAnchor.merged(anchors)
        }
    }

    /// As a host: whether it matches wherever one of ``hostAnchors`` holds.
    var isAllOfHostAnchors: Bool {
        switch self {
        case .any, .regex: false
        case .exact: hostAnchors != nil
        case .oneOf(let sequences):
            hostAnchors != nil
                && sequences.allSatisfy { sequence in
                    sequence.exactText != nil
                        || sequence.elements.count == 2 && sequence.elements[0] == .gap(0)
                            && sequence.suffix.first == UInt8(ascii: ".")
                }
        }
    }

    /// As a path behind a host, which begins with `/`: whether every path matches.
    var isAnyPath: Bool {
        switch self {
        case .any: true
        case .exact, .regex: false
        case .oneOf(let sequences):
            sequences.contains {
                $0.elements.count == 2 && $0.elements[1] == .gap(0) && $0.prefix == [UInt8(ascii: "/")]
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
        return isWhole ? .host(name) : .subdomains(name)
    }
}
