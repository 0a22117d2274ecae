import CDemarc
import DemarcC

/// Calls that modules of proxies make.
extension CallSequence {
    mutating func readRequest() {
        let handle = evaluator()
        let texts = (0..<9).map { _ in reader.text() }
        // SAFETY: the blocks live until they are freed at the end of this function.
        let blocks = texts.map { text -> UnsafeMutablePointer<UInt8> in
            let block = UnsafeMutablePointer<UInt8>.allocate(capacity: max(text.count, 1))
            for (offset, byte) in text.enumerated() { unsafe block[offset] = byte }
            return unsafe block
        }
        defer { for unsafe block in unsafe blocks { unsafe block.deallocate() } }
        func lent(_ index: Int) -> demarc_text { unsafe demarc_text(bytes: blocks[index], count: texts[index].count) }
        var request = demarc_request()
        unsafe request.size = size(of: demarc_request.self)
        unsafe request.fault = reader.byte() > 230 ? reader.number() : 0
        unsafe request.method = unsafe reader.byte() & 3 == 0 ? lent(0) : unsafe text("GET")
        unsafe request.target = unsafe lent(1)
        if reader.byte() & 3 == 0 { unsafe request.fetch_destination = unsafe lent(2) }
        if reader.byte() & 7 == 0 { unsafe request.upgrade = unsafe lent(3) }
        var authorities: [demarc_authority] = unsafe []
        for index in 0..<Int(reader.byte() & 3) {
            let source = reader.number() & 7
            unsafe authorities.append(unsafe demarc_authority(text: lent(4 + index % 2), source: source, reserved: 0))
        }
        let claimant = reader.number() & 3
        let schemes = unsafe [demarc_scheme_claim(scheme: lent(6), claimant: claimant, reserved: 0)]
        let accounts = unsafe [lent(7)]
        var binding = demarc_binding()
        unsafe binding.size = size(of: demarc_binding.self)
        let bits = reader.word()
        unsafe binding.scheme = UInt32(bits & 3)
        unsafe binding.absent = UInt32(bits >> 2 & 3)
        unsafe binding.compares_sni = UInt32(bits >> 4 & 1)
        unsafe binding.inspects_tunnels = UInt32(bits >> 5 & 1)
        unsafe binding.believes_fetch_destination = UInt32(bits >> 6 & 1)
        unsafe binding.proxy_normalizes = UInt32(bits >> 7 & 1)
        unsafe binding.view = unsafe bits >> 8 & 7 == 0 ? lent(8) : unsafe text("E")
        unsafe binding.absent_account = unsafe text("kim")
        if bits >> 12 & 3 == 0 { unsafe binding.fixed_account = unsafe lent(8) }
        var answer = demarc_request_answer()
        answer.verdict = 1
        answer.size = size(of: demarc_request_answer.self)
        unsafe authorities.withUnsafeBufferPointer { authorities in
            unsafe schemes.withUnsafeBufferPointer { schemes in
                unsafe accounts.withUnsafeBufferPointer { accounts in
                    unsafe request.authorities = unsafe authorities.baseAddress
                    unsafe request.authority_count = authorities.count
                    unsafe request.schemes = unsafe schemes.baseAddress
                    unsafe request.scheme_count = Int(bits >> 16 & 1)
                    unsafe request.accounts = unsafe accounts.baseAddress
                    unsafe request.account_count = Int(bits >> 17 & 1)
                    let status = unsafe demarc_request_read(handle, &binding, &request, &answer, nil)
                    require(status == DEMARC_OK || answer.verdict == 0, "a failure that does not block: \(status)")
                }
            }
        }
        guard answer.size == UInt32(MemoryLayout<demarc_request_answer>.size) else { return }
        require(answer.fault == 0 || answer.verdict == 0, "a fault that does not block")
        requestAnswer = answer
    }

    private func text(_ literal: StaticString) -> demarc_text {
        unsafe demarc_text(bytes: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }
}
