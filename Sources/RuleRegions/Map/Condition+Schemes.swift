import PolicyModel
import URLMatching

extension Condition {
    /// The schemes of the URLs that satisfy the condition, if all of them are among the given ones; otherwise nil.
    package func schemes(within allowed: Set<String>) -> Set<String>? {
        var found: Set<String> = []
        for matcher in alternatives {
            let list = matcher.list
            for entry in 0..<(list?.count ?? 1) {
                let scope = list?.scope(of: entry) ?? MatcherScope(of: matcher)
                guard let schemes = scope.schemes ?? matcher.schemeOfRegex.map({ [$0] }), schemes.isSubset(of: allowed)
                else { return nil }
                found.formUnion(schemes)
            }
        }
        return found.isEmpty ? nil : found
    }
}

extension Matcher {
    /// The scheme with which every match of a regular expression begins, if it spells out one; otherwise nil.
    fileprivate var schemeOfRegex: String? {
        guard case .regex(let regex) = self, var pieces = RegexTree(regex.pattern)?.pieces[...],
            case .start? = pieces.popFirst()
        else { return nil }
        var scheme: [UInt8] = []
        for piece in pieces {
            guard case .set(let set) = piece, let byte = set.single else { return nil }
            if byte == UInt8(ascii: ":") { return String(decoding: scheme, as: UTF8.self) }
            scheme.append(byte)
        }
        return nil
    }
}
