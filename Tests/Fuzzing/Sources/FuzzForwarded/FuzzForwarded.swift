import RequestReading

/// Checks the laws of reading the fields with which proxies describe a request, on any bytes.
///
/// The first byte chooses the convention. Lines follow: the first contains method and target, the others are fields.
///
/// 1. Nothing crashes or hangs.
/// 2. A request without a fault has each field that is read only once, and no field whose name a server could take for
///   it.
/// 3. An additional line with a name that is read, or with another spelling of it, causes a fault.
/// 4. Fields that are not read change nothing.
@c(LLVMFuzzerTestOneInput)
public func fuzzForwarded(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let convention = RequestConvention.allCases[Int(bytes.first ?? 0) % RequestConvention.allCases.count]
    let lines = bytes.dropFirst().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let words = (lines.first ?? []).split(separator: UInt8(ascii: " "), maxSplits: 1)
    let fields = lines.dropFirst().map { line in
        let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let value = line[colon...].dropFirst()
        return ObservedField(
            name: Array(line[..<colon]),
            value: Array(value.first == 0x20 ? value.dropFirst() : value)
        )
    }
    func observe(_ fields: [ObservedField]) -> ObservedRequest {
        ObservedRequest(
            convention,
            method: words.first.map { Array($0) } ?? [],
            target: words.count > 1 ? Array(words[1]) : [],
            fields: fields,
            accountField: "X-Demarc-Account"
        )
    }
    let request = observe(fields)
    guard request.fault == nil else { return 0 }
    let names = convention.readOnce
    for name in names + convention.readOften {
        let same = fields.filter { $0.name.lowerCased == Array(name.utf8) }
        let alike =
            name.hasPrefix(":")
            ? [] : fields.filter { $0.name.words == Array(name.utf8).words && $0.name.lowerCased != Array(name.utf8) }
        guard alike.isEmpty else { fatalError("an alias of \(name) was let pass") }
        guard same.count <= 1 || convention.readOften.contains(name) else { fatalError("\(name) came twice") }
    }
    for name in names {
        if fields.contains(where: { $0.name.lowerCased == Array(name.utf8) }) {
            let again = ObservedField(name: Array(name.utf8), value: Array("x".utf8))
            guard observe(fields + [again]).fault != nil else { fatalError("another \(name) was let pass") }
        }
        guard !name.hasPrefix(":") else { continue }
        let alias = ObservedField(
            name: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 } + "_".utf8,
            value: []
        )
        guard observe(fields + [alias]).fault != nil else { fatalError("an alias of \(name) was let pass") }
    }
    let other = ObservedField(name: Array("X-Something-Else".utf8), value: Array("evil.test".utf8))
    guard observe([other] + fields + [other]) == request else { fatalError("a field that is not read was read") }
    return 0
}

extension RequestConvention {
    /// The fields that it reads and that may occur only once.
    fileprivate var readOnce: [String] {
        let common = ["upgrade", "sec-fetch-dest", "x-demarc-account"]
        return switch self {
        case .nginx: common + ["x-original-url", "x-original-method", "x-demarc-authority"]
        case .forwarded: common + ["x-forwarded-method", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-uri"]
        case .envoy: common + [":path", ":method", ":scheme", ":protocol", "x-forwarded-proto"]
        case .icap: common
        }
    }

    /// The fields that it reads and that may occur more than once, because their values are compared.
    fileprivate var readOften: [String] {
        switch self {
        case .nginx, .forwarded: []
        case .envoy: [":authority", "host"]
        case .icap: ["host"]
        }
    }
}

extension [UInt8] {
    fileprivate var lowerCased: [UInt8] { map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 } }

    /// The words of a name, whatever separates them.
    fileprivate var words: [[UInt8]] {
        lowerCased.split { !($0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39) }.map { Array($0) }
    }
}
