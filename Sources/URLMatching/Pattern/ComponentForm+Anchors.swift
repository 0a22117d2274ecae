extension ComponentForm {
    /// The text that alone matches, if there is one.
    var onlyText: String? {
        guard case .exact(let text, _) = self else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// As a host: names of which one is the host, or a domain it is below, wherever it matches.
    var hostAnchors: [(name: String, coversSubdomains: Bool)]? {
        switch self {
        case .any, .regex: return nil
        case .exact(let text, _): return Self.anchor(text, isWhole: true).map { [$0] }
        case .oneOf(let sequences):
            var anchors: [(name: String, coversSubdomains: Bool)] = []
            for sequence in sequences {
                let exact = sequence.exactText
                guard let anchor = Self.anchor(exact ?? sequence.suffix, isWhole: exact != nil) else { return nil }
                if let index = anchors.firstIndex(where: { $0.name == anchor.name }) {
                    anchors[index].coversSubdomains = anchors[index].coversSubdomains || anchor.coversSubdomains
                } else {
                    anchors.append(anchor)
                }
            }
            return anchors
        }
    }

    /// The name to look a host up by that is this text, or that ends with it.
    private static func anchor(_ text: [UInt8], isWhole: Bool) -> (name: String, coversSubdomains: Bool)? {
        var name = text[...]
        if !isWhole {
            // Of the first label there may be more to the left.
            guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return nil }
            name = text[(dot + 1)...]
        }
        // Names with empty labels are rare, and left to the slow way.
        let isName =
            !name.isEmpty && !name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains([])
        return isName ? (String(decoding: name, as: UTF8.self), !isWhole) : nil
    }
}
