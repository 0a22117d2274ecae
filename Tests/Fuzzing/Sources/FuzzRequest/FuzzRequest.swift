import RequestReading

/// Checks the law of the reader of requests on any bytes: two authorities or readings that disagree are never allowed.
///
/// The input is split at bytes 0xFF: choices, method, target, the scheme according to the proxy and to a client,
/// upgrade, account, and then authorities.
///
/// 1. Nothing crashes or hangs.
/// 2. An allowed request has one host and port, whichever authority is read, and no byte that ends one of them early.
/// 3. An allowed request is allowed, with the same class, in each reading of its path; the readings are implemented a
///   second time here.
/// 4. A fault blocks, and the decision contains nothing else.
@c(LLVMFuzzerTestOneInput)
public func fuzzRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let parts = bytes.split(separator: 0xFF, maxSplits: 12, omittingEmptySubsequences: false).map { Array($0) }
    func part(_ index: Int) -> [UInt8] { index < parts.count ? parts[index] : [] }
    let choices = part(0).first ?? 0
    var request = ObservedRequest(method: part(1), target: part(2))
    if !part(3).isEmpty { request.claim(scheme: part(3), by: .proxy) }
    if !part(4).isEmpty { request.claim(scheme: part(4), by: .client) }
    if !part(5).isEmpty, choices & 0x80 == 0 { request.upgrade = part(5) }
    if !part(5).isEmpty, choices & 0x80 != 0 { request.connectProtocol = part(5) }
    if !part(6).isEmpty { request.claim(account: part(6)) }
    let sources: [ObservedRequest.AuthoritySource] = [.host, .pseudo, .forwarded, .target, .connect]
    let authorities = parts.dropFirst(7).map { $0 }
    for (index, authority) in authorities.enumerated() {
        request.add(authority: authority, from: sources[index % sources.count])
    }
    let world = RequestWorld.shared
    var evaluator = world.engine.makeEvaluator()
    var reader = RequestReader(RequestWorld.binding(choices))
    let decision = reader.decide(request, with: &evaluator)
    if decision.fault != nil {
        guard decision == RequestDecision(blockedBy: decision.fault ?? .overloaded, kind: decision.kind) else {
            fatalError("a fault with more than itself: \(decision)")
        }
        return 0
    }
    guard decision.verdict != .block else { return 0 }
    guard let url = decision.url else { fatalError("allowed without a URL: \(decision)") }
    var law = RequestLaw(request, authorities, url: url, kind: decision.kind)
    law.checkAuthorities()
    if decision.kind == .navigate { law.checkReadings(of: decision, reader.binding, in: world) }
    return 0
}
