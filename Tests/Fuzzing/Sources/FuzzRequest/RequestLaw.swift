import RequestReading

/// The properties of a request that is not blocked, checked a second time in a straightforward way.
struct RequestLaw: ~Copyable {
    private let request: ObservedRequest
    private let authorities: [[UInt8]]
    private let url: String
    private let kind: RequestDecision.Kind
    private var record = URLRecord()

    init(_ request: ObservedRequest, _ authorities: [[UInt8]], url: String, kind: RequestDecision.Kind) {
        self.request = request
        self.authorities = authorities
        self.url = url
        self.kind = kind
    }

    /// Every authority has the host and port of the URL that was decided.
    mutating func checkAuthorities() {
        guard (try? record.parse(url.utf8.span)) != nil else { fatalError("\(url) is not a URL") }
        let tunnel = kind == .connection && !request.target.isEmpty ? [request.target] : []
        for authority in authorities + tunnel {
            let text = String(decoding: authority, as: UTF8.self)
            for byte in authority
            where byte <= 0x20 || byte >= 0x7F || "@%,/?#\\;'\"(){}<>|^`~!$&*+=".utf8.contains(byte) {
                fatalError("the authority \(text) was let pass")
            }
            let scheme = kind == .connection ? "https" : String(url.prefix { $0 != ":" })
            var other = URLRecord()
            guard (try? other.parse("\(scheme)://\(text)/".utf8.span)) != nil else {
                fatalError("\(text) is not a host")
            }
            guard other.hostString == record.hostString, other.effectivePort == record.effectivePort else {
                fatalError("\(text) and \(url) are two places")
            }
        }
        guard kind == .connection || !request.target.contains(where: { $0 <= 0x20 || $0 >= 0x7F || $0 == 0x23 }) else {
            fatalError("a byte of the target was let pass")
        }
    }

    /// Each reading of the path and the query gets the same decision.
    func checkReadings(of decision: RequestDecision, _ binding: RequestBinding, in world: RequestWorld) {
        let base = record.path.array
        let origin = String(decoding: Array(url.utf8).prefix(url.utf8.count - base.count - queryCount), as: UTF8.self)
        let query = record.hasQuery ? Array("?".utf8) + record.query.array : []
        let queries = [query, Self.decodeQuery(query)]
        var paths: Set<[UInt8]> = [base]
        for decodings in 0...2 {
            for dropsParameters in [false, true] {
                for merges in [false, true] {
                    // Readings apply all three steps or only one, or they decode and merge.
                    let steps = (decodings > 0 ? 1 : 0) + (dropsParameters ? 1 : 0) + (merges ? 1 : 0)
                    let isAsNginx = decodings == 1 && merges && !dropsParameters
                    guard steps == 1 && decodings < 2 || steps == 3 || isAsNginx else { continue }
                    paths.insert(Self.read(base, decodings, dropsParameters, merges))
                }
            }
        }
        // The one other order of the three steps.
        paths.insert(Self.read(Self.withoutParameters(base), 1, false, true))
        var evaluator = world.engine.makeEvaluator()
        var plain = RequestReader(binding.provablyNormalizing)
        for target in paths.flatMap({ path in queries.map { path + $0 } }) {
            // An extended CONNECT cannot be answered as an ordinary request.
            let method = request.method == Array("CONNECT".utf8) ? request.method : Array("GET".utf8)
            var single = ObservedRequest(method: method, target: target)
            single.upgrade = request.upgrade
            single.connectProtocol = request.connectProtocol
            single.fetchDestination = request.fetchDestination
            single.add(authority: Array(origin.drop { $0 != "/" }.dropFirst(2).utf8), from: .host)
            single.claim(scheme: Array(origin.prefix { $0 != ":" }.utf8), by: .proxy)
            if decision.account != nil, let account = decision.account {
                single.claim(account: Array(account.canonical.utf8))
            }
            let other = plain.decide(single, with: &evaluator)
            // A control character that was encoded twice is not allowed in any request.
            if other.fault == .targetByte || other.fault == .targetTooLong { continue }
            guard other.verdict == decision.verdict, other.urlClass == decision.urlClass else {
                fatalError("\(url) is \(decision.verdict), and \(String(decoding: target, as: UTF8.self)) \(other)")
            }
        }
    }

    private var queryCount: Int { record.hasQuery ? record.query.count + 1 : 0 }

    private static func read(_ path: [UInt8], _ decodings: Int, _ dropsParameters: Bool, _ merges: Bool) -> [UInt8] {
        var path = path
        for _ in 0..<decodings { path = decode(path) }
        let isDecoded = decodings > 0
        var segments = path.dropFirst().split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || isDecoded && $0 == UInt8(ascii: "\\")
        }.map { Array($0) }
        if dropsParameters { segments = segments.map { Array($0.prefix { $0 != UInt8(ascii: ";") }) } }
        if merges { segments = segments.dropLast().filter { !$0.isEmpty } + segments.suffix(1) }
        var kept: [[UInt8]] = []
        for (index, segment) in segments.enumerated() {
            let text = String(decoding: segment, as: UTF8.self).lowercased()
            let dots =
                isDecoded ? text : text.split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
            if dots == ".." { _ = kept.popLast() }
            if dots != ".", dots != ".." {
                kept.append(segment)
            } else if index == segments.count - 1 {
                kept.append([])
            }
        }
        return Array("/".utf8) + kept.map { isDecoded ? encode($0) : $0 }.joined(separator: "/".utf8)
    }

    /// What follows a `;` is dropped before anything is decoded, so only a plain `/` ends it.
    private static func withoutParameters(_ path: [UInt8]) -> [UInt8] {
        Array(
            path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .map { $0.prefix { $0 != UInt8(ascii: ";") } }
                .joined(separator: "/".utf8)
        )
    }

    private static func decode(_ path: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = path[...]
        while let first = rest.popFirst() {
            let digits = rest.prefix(2)
            if first == UInt8(ascii: "%"), digits.count == 2,
                digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
                let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                result.append(byte)
                rest = rest.dropFirst(2)
            } else {
                result.append(first)
            }
        }
        return result
    }

    /// A query without the escapes that need not be there.
    private static func decodeQuery(_ query: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = query[...]
        while let first = rest.first {
            let escape = Array(rest.prefix(3))
            let decoded = decode(escape)
            guard escape.count == 3, decoded.count == 1 else {
                result.append(first)
                rest = rest.dropFirst()
                continue
            }
            let isKept = decoded.contains { $0 <= 0x20 || $0 >= 0x7F || "\"#%&'+;<=>".utf8.contains($0) }
            result += isKept ? Array(String(decoding: escape, as: UTF8.self).uppercased().utf8) : decoded
            rest = rest.dropFirst(3)
        }
        return result
    }

    private static func encode(_ segment: [UInt8]) -> [UInt8] {
        segment.flatMap { byte -> [UInt8] in
            guard byte <= 0x20 || byte >= 0x7F || "\"#%<>?^`{}".utf8.contains(byte) else { return [byte] }
            let digits = String(byte, radix: 16, uppercase: true)
            return Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
        }
    }
}

extension RequestBinding {
    /// The same binding, for one reading of one scheme.
    fileprivate var provablyNormalizing: RequestBinding {
        var binding = self
        binding.readings = .proxy
        binding.scheme = .claimed
        return binding
    }
}

extension Span<UInt8> {
    fileprivate var array: [UInt8] { (0..<count).map { self[$0] } }
    fileprivate var string: String { String(decoding: array, as: UTF8.self) }
}
