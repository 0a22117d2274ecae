import ByteText
import CDemarc
import Demarc
import DemarcC
import PolicyFiles
import TestSupport
import Testing

@testable import RequestReading

/// Requests that real proxies asked about, read by `demarc_request_read`: a C module gets the same results as Swift.
@Suite("Requests through C") struct RequestsThroughCTests {
    @Test("Requests are decided as in Swift, with the same texts", arguments: ObservedProxy.allCases)
    func equality(proxy: ObservedProxy) throws {
        let folder = proxy == .envoy ? "envoy" : proxy.rawValue
        let path = Repository.path("Examples/\(folder)/policy.yaml")
        let document = try #require(PolicyDocumentReader(files: DiskFiles()).load(path: path).document)
        let policy = CompiledPolicy(document)
        var swift = PolicyEngine(policy).makeEvaluator()
        var reader = RequestReader(proxy.binding)
        let c = try CRequests(policy, proxy.binding)
        var compared = 0
        for observation in try Observation.all(proxy) {
            for question in observation.asked {
                let request = try proxy.request(question)
                let expected = reader.decide(request, with: &swift)
                let answer = c.read(request)
                let what: Comment = "\(proxy.rawValue) \(observation.case)"
                #expect(
                    answer.verdict == UInt32(expected.verdict == .allow ? 1 : expected.verdict == .route ? 2 : 0),
                    what
                )
                #expect(c.text(DEMARC_REQUEST_REASONS, answer) == expected.codes.joined(separator: ","), what)
                #expect(c.text(DEMARC_REQUEST_URL, answer) == expected.url ?? "", what)
                #expect(c.text(DEMARC_REQUEST_OTHER_URL, answer) == expected.otherURL ?? "", what)
                #expect(c.text(DEMARC_REQUEST_ROUTE, answer) == expected.route ?? "", what)
                #expect(c.text(DEMARC_REQUEST_RULE, answer) == expected.rule?.id ?? "", what)
                #expect(c.text(DEMARC_REQUEST_BECAUSE, answer) == expected.rule?.because ?? "", what)
                #expect(c.text(DEMARC_REQUEST_ACCOUNT, answer) == expected.account?.canonical ?? "", what)
                #expect(c.text(DEMARC_REQUEST_VERDICT, answer) == expected.verdict.rawValue, what)
                #expect(c.text(DEMARC_REQUEST_CLASS, answer) == expected.urlClass?.rawValue ?? "", what)
                #expect((answer.fault != 0) == (expected.fault != nil), what)
                #expect(answer.kind == UInt32(expected.kind == .connection ? 1 : 0), what)
                #expect(c.text(DEMARC_REQUEST_POLICY, answer) == "\(policy.revision)-\(c.digest.prefix(16))", what)
                compared += 1
            }
        }
        #expect(compared > 55)
    }

    @Test("Every fault of the header has the number and name of one in Swift")
    func faults() {
        for (index, fault) in RequestFault.allCases.enumerated() {
            var name = [CChar](repeating: 0, count: 64)
            let length = unsafe demarc_fault_name(UInt32(index + 1), &name, 64)
            let text = String(decoding: name.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            #expect(text == fault.rawValue)
        }
        #expect(demarc_fault_name(0, nil, 0) == 0)
        #expect(demarc_fault_name(UInt32(RequestFault.allCases.count + 1), nil, 0) == 0)
        #expect(RequestFault.allCases.count == DEMARC_FAULT_OVERLOADED)
    }

    @Test("A field with other separators is an alias, and a name to read with capital letters is refused")
    func fields() {
        for (field, expected) in [
            ("X-Demarc-Account", DEMARC_FIELD_SAME), ("x_demarc_account", DEMARC_FIELD_ALIAS),
            ("X.Demarc.Account", DEMARC_FIELD_ALIAS), ("x-demarc-accounts", DEMARC_FIELD_OTHER),
            ("", DEMARC_FIELD_OTHER),
        ] {
            let (name, consumed) = (Array(field.utf8), Array("x-demarc-account".utf8))
            #expect(
                Int(unsafe demarc_field_compare(name, name.count, consumed, consumed.count)) == expected,
                "\(field)"
            )
        }
        let (name, capital) = (Array("x-demarc-account".utf8), Array("X-Demarc-Account".utf8))
        #expect(Int(unsafe demarc_field_compare(name, name.count, capital, capital.count)) == DEMARC_INVALID)
    }
}

/// Reads requests through the C ABI.
@safe
private final class CRequests {
    private var engine: OpaquePointer?
    private var evaluator: OpaquePointer?
    private let binding: RequestBinding
    let digest: String

    init(_ policy: CompiledPolicy, _ binding: RequestBinding) throws {
        self.binding = binding
        digest = try policy.digest()
        let file = try policy.compiledFile()
        let bytes = file.span.array
        try #require(unsafe demarc_engine_open_memory(bytes, bytes.count, nil, &engine, nil) == DEMARC_OK)
        try #require(unsafe demarc_evaluator_make(engine, &evaluator, nil) == DEMARC_OK)
    }

    deinit {
        unsafe demarc_evaluator_free(evaluator)
        unsafe demarc_engine_free(engine)
    }

    /// Reads a request as a module would pass it.
    func read(_ request: ObservedRequest) -> demarc_request_answer {
        var lent = LentTexts()
        defer { lent.free() }
        var c = unsafe demarc_request()
        unsafe c.size = UInt32(MemoryLayout<demarc_request>.size)
        unsafe c.method = unsafe lent.text(request.method)
        unsafe c.target = unsafe lent.text(request.target)
        let sources = ObservedRequest.AuthoritySource.allCases
        let authorities = unsafe request.authorities.map { seen in
            unsafe demarc_authority(
                text: lent.text(seen.text),
                source: UInt32(sources.firstIndex(of: seen.source) ?? 0),
                reserved: 0
            )
        }
        let schemes = unsafe request.schemes.map { claim in
            unsafe demarc_scheme_claim(
                scheme: lent.text(claim.text),
                claimant: UInt32(claim.claimant == .proxy ? DEMARC_BY_PROXY : DEMARC_BY_CLIENT),
                reserved: 0
            )
        }
        let accounts = unsafe request.accounts.map { unsafe lent.text($0) }
        if let destination = request.fetchDestination { unsafe c.fetch_destination = unsafe lent.text(destination) }
        if let upgrade = request.upgrade { unsafe c.upgrade = unsafe lent.text(upgrade) }
        if let wanted = request.connectProtocol { unsafe c.protocol = unsafe lent.text(wanted) }
        let fault = request.fault.flatMap { RequestFault.allCases.firstIndex(of: $0) }
        unsafe c.fault = UInt32(fault.map { $0 + 1 } ?? 0)
        var bound = unsafe demarc_binding()
        unsafe bound.size = UInt32(MemoryLayout<demarc_binding>.size)
        unsafe bound.scheme = UInt32(binding.scheme == .https ? DEMARC_SCHEME_HTTPS : DEMARC_SCHEME_CLAIMED)
        unsafe bound.view = unsafe lent.text(Array(binding.view.utf8))
        if let fixed = binding.fixedAccount {
            unsafe bound.fixed_account = unsafe lent.text(Array(fixed.canonical.utf8))
        }
        var answer = demarc_request_answer()
        answer.size = UInt32(MemoryLayout<demarc_request_answer>.size)
        unsafe authorities.withUnsafeBufferPointer { authorities in
            unsafe schemes.withUnsafeBufferPointer { schemes in
                unsafe accounts.withUnsafeBufferPointer { accounts in
                    unsafe c.authorities = authorities.baseAddress
                    unsafe c.authority_count = authorities.count
                    unsafe c.schemes = schemes.baseAddress
                    unsafe c.scheme_count = schemes.count
                    unsafe c.accounts = accounts.baseAddress
                    unsafe c.account_count = accounts.count
                    #expect(unsafe demarc_request_read(evaluator, &bound, &c, &answer, nil) == DEMARC_OK)
                }
            }
        }
        return answer
    }

    func text(_ what: Int, _ answer: demarc_request_answer) -> String {
        var text = [CChar](repeating: 0, count: 1 << 18)
        let length = unsafe withUnsafePointer(to: answer) {
            unsafe demarc_request_text(evaluator, $0, UInt32(what), &text, text.count, nil)
        }
        return String(decoding: text.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Memory that is lent to a call.
@safe
private struct LentTexts {
    private var blocks: [UnsafeMutablePointer<UInt8>] = unsafe []

    mutating func text(_ bytes: [UInt8]) -> demarc_text {
        let block = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        unsafe block.initialize(repeating: 0, count: max(bytes.count, 1))
        for (offset, byte) in bytes.enumerated() { unsafe block[offset] = byte }
        unsafe blocks.append(block)
        return unsafe demarc_text(bytes: block, count: bytes.count)
    }

    mutating func free() {
        unsafe blocks.forEach { unsafe $0.deallocate() }
        unsafe blocks = []
    }
}
