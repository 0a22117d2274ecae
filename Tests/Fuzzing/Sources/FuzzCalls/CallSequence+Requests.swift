import CDemarc
import DemarcC

/// Calls that proxy modules make.
extension CallSequence {
    mutating func readRequest() {
        let handle = evaluator()
        let texts = (0..<9).map { _ in reader.text() }
        // SAFETY: the blocks live until they are freed at the end of this function.
        let blocks = texts.map { text -> UnsafeMutablePointer<UInt8> in
            let block = UnsafeMutablePointer<UInt8>.allocate(capacity: max(text.count, 1))
            for (offset, byte) in text.enumerated() { block[offset] = byte }
            return block
        }
        defer { for block in blocks { block.deallocate() } }
        func lent(_ index: Int) -> demarc_text { demarc_text(bytes: blocks[index], count: texts[index].count) }
        var request = demarc_request()
        request.size = size(of: demarc_request.self)
        request.fault = reader.byte() > 230 ? reader.number() : 0
        request.method = reader.byte() & 3 == 0 ? lent(0) : text("GET")
        request.target = lent(1)
        if reader.byte() & 3 == 0 { request.fetch_destination = lent(2) }
        if reader.byte() & 7 == 0 { request.upgrade = lent(3) }
        if reader.byte() & 7 == 0 { request.protocol = lent(3) }
        var authorities: [demarc_authority] = []
        for index in 0..<Int(reader.byte() & 3) {
            let source = reader.number() & 7
            authorities.append(demarc_authority(text: lent(4 + index % 2), source: source, reserved: 0))
        }
        let claimant = reader.number() & 3
        let schemes = [demarc_scheme_claim(scheme: lent(6), claimant: claimant, reserved: 0)]
        let accounts = [lent(7)]
        var binding = demarc_binding()
        binding.size = size(of: demarc_binding.self)
        let bits = reader.word()
        binding.scheme = UInt32(bits & 3)
        binding.absent = UInt32(bits >> 2 & 3)
        binding.compares_sni = UInt32(bits >> 4 & 1)
        binding.inspects_tunnels = UInt32(bits >> 5 & 1)
        binding.believes_fetch_destination = UInt32(bits >> 6 & 1)
        binding.proxy_normalizes = UInt32(bits >> 7 & 1)
        binding.view = bits >> 8 & 7 == 0 ? lent(8) : text("E")
        binding.absent_account = text("kim")
        if bits >> 12 & 3 == 0 { binding.fixed_account = lent(8) }
        var answer = demarc_request_answer()
        answer.verdict = 1
        answer.size = size(of: demarc_request_answer.self)
        authorities.withUnsafeBufferPointer { authorities in
            schemes.withUnsafeBufferPointer { schemes in
                accounts.withUnsafeBufferPointer { accounts in
                    request.authorities = authorities.baseAddress
                    request.authority_count = authorities.count
                    request.schemes = schemes.baseAddress
                    request.scheme_count = Int(bits >> 16 & 1)
                    request.accounts = accounts.baseAddress
                    request.account_count = Int(bits >> 17 & 1)
                    let status = demarc_request_read(handle, &binding, &request, &answer, nil)
                    require(status == DEMARC_OK || answer.verdict == 0, "a failure that does not block: \(status)")
                }
            }
        }
        guard answer.size == UInt32(MemoryLayout<demarc_request_answer>.size) else { return }
        require(answer.fault == 0 || answer.verdict == 0, "a fault that does not block")
        requestAnswer = answer
    }

    private func text(_ literal: StaticString) -> demarc_text {
        demarc_text(bytes: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }
}
