import CDemarc
import DemarcC
import Testing

/// Structs of other versions of the header, and texts that do not fit.
@Suite("Structs and texts in C")
struct StructTests {
    @Test(
        "A request has at most 1,024 authorities, schemes and accounts",
        arguments: [(1_024, DEMARC_OK), (1_025, DEMARC_LIMIT)]
    )
    func longLists(count: Int, expected: Int) throws {
        let world = try CWorld()
        var binding = demarc_binding()
        binding.size = UInt32(MemoryLayout<demarc_binding>.size)
        func read(_ change: (inout demarc_request) -> Void) -> Int {
            var request = demarc_request()
            request.size = UInt32(MemoryLayout<demarc_request>.size)
            change(&request)
            var answer = demarc_request_answer()
            answer.size = UInt32(MemoryLayout<demarc_request_answer>.size)
            return Int(demarc_request_read(world.evaluator, &binding, &request, &answer, nil))
        }
        let authorities = [demarc_authority](repeating: demarc_authority(), count: count)
        let schemes = [demarc_scheme_claim](repeating: demarc_scheme_claim(), count: count)
        let accounts = [demarc_text](repeating: demarc_text(), count: count)
        let ofAuthorities = authorities.withUnsafeBufferPointer { list in
            read { ($0.authorities, $0.authority_count) = (list.baseAddress, list.count) }
        }
        let ofSchemes = schemes.withUnsafeBufferPointer { list in
            read { ($0.schemes, $0.scheme_count) = (list.baseAddress, list.count) }
        }
        let ofAccounts = accounts.withUnsafeBufferPointer { list in
            read { ($0.accounts, $0.account_count) = (list.baseAddress, list.count) }
        }
        #expect([ofAuthorities, ofSchemes, ofAccounts] == [expected, expected, expected])
    }

    @Test("An answer of any valid size gets the fields that fit, and nothing beyond it is written")
    func smallAnswers() throws {
        let world = try CWorld()
        let view = try world.view("D")
        let url = Array("https://contoso.com/".utf8)
        let whole = world.navigate("https://contoso.com/", in: view, as: "dana@contoso.com")
        #expect(whole.verdict == DEMARC_ALLOW)
        let size = MemoryLayout<demarc_answer>.size
        let alone = withUnsafeBytes(of: world.navigateWithoutOptions("https://contoso.com/", in: view)) { Array($0) }
        for count in stride(from: 8, through: size + 64, by: 4) {
            for hasOptions in [true, false] {
                var bytes = [UInt64](repeating: 0xAAAA_AAAA_AAAA_AAAA, count: 32)
                let written: [UInt8] = bytes.withUnsafeMutableBytes { buffer in
                    buffer.storeBytes(of: UInt32(count), as: UInt32.self)
                    let answer = buffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: demarc_answer.self)
                    withOptions(user: "dana@contoso.com") {
                        let options = hasOptions ? $0 : nil
                        _ = demarc_navigate(world.evaluator, view, url, url.count, options, answer, nil)
                    }
                    return Array(buffer)
                }
                #expect(written[count...].allSatisfy { $0 == 0xAA }, "\(count): written behind the end")
                if hasOptions {
                    #expect(written[4] == UInt8(DEMARC_ALLOW), "\(count)")
                } else {
                    // Up to the decision's number, which is unique.
                    let end = min(count, size - 40)
                    #expect(written[4..<end] == alone[4..<end], "\(count)")
                }
                if count > size { #expect(written[size..<count].allSatisfy { $0 == 0 }, "\(count): not cleared") }
            }
        }
    }

    @Test("A field unknown to this library must be 0")
    func largeOptions() throws {
        let world = try CWorld()
        let view = try world.view("D")
        for (last, expected) in [(UInt8(0), DEMARC_OK), (1, DEMARC_UNSUPPORTED)] {
            var bytes = [UInt64](repeating: 0, count: 16)
            bytes.withUnsafeMutableBytes { buffer in
                buffer.storeBytes(of: 128, as: UInt32.self)
                buffer[127] = last
                let options = buffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: demarc_options.self)
                var answer = demarc_answer.sized
                let status = demarc_navigate(world.evaluator, view, [0x78], 1, options, &answer, nil)
                #expect(Int(status) == expected)
            }
        }
    }

    @Test("Missing fields of shorter options count as 0")
    func smallOptions() throws {
        let world = try CWorld()
        var options = demarc_options()
        options.size = 8
        // After the end: an account that does not exist.
        options.frame = 77
        var answer = demarc_answer.sized
        let view = try world.view("D")
        #expect(demarc_navigate(world.evaluator, view, [0x78], 1, &options, &answer, nil) == DEMARC_OK)
    }

    @Test("The layout of each struct is the one that clients were compiled with")
    func layout() {
        let sizes = [
            (MemoryLayout<demarc_error>.size, 512), (MemoryLayout<demarc_text>.size, 16),
            (MemoryLayout<demarc_answer>.size, 88), (MemoryLayout<demarc_open_options>.size, 24),
            (MemoryLayout<demarc_info>.size, 112), (MemoryLayout<demarc_view_options>.size, 64),
            (MemoryLayout<demarc_options>.size, 48), (MemoryLayout<demarc_batch>.size, 64),
            (MemoryLayout<demarc_row>.size, 32), (MemoryLayout<demarc_place>.size, 32),
            (MemoryLayout<demarc_item>.size, 16), (MemoryLayout<demarc_authority>.size, 24),
            (MemoryLayout<demarc_scheme_claim>.size, 24), (MemoryLayout<demarc_request>.size, 136),
            (MemoryLayout<demarc_binding>.size, 80), (MemoryLayout<demarc_request_answer>.size, 64),
        ]
        for (index, (size, expected)) in sizes.enumerated() { #expect(size == expected, "struct \(index)") }
    }

    @Test("NULL as an item is a text whose length is not known, and no short text")
    func itemOfUnknownLength() throws {
        let setting = "allowedOutboundClipboardSharingLevel: blocked, allowedOutboundClipboardSharingExceptionLength: 5"
        let world = try CWorld(yaml: "demarc: 1\npolicies: {p: {\(setting)}}\naccounts: [{account: dana, policy: p}]")
        var place = demarc_place()
        place.size = UInt32(MemoryLayout<demarc_place>.size)
        place.kind = UInt32(DEMARC_PLACE_NATIVE)
        var item = demarc_item()
        item.size = UInt32(MemoryLayout<demarc_item>.size)
        let (plain, protected) = (DEMARC_PLAIN, DEMARC_PROTECTED)
        for (characters, verdict) in [(0, protected), (1, plain), (5, plain), (6, protected)] {
            item.characters = UInt64(characters)
            var answer = demarc_answer.sized
            #expect(demarc_copy(world.evaluator, &item, &place, nil, &answer, nil) == DEMARC_OK)
            #expect(answer.verdict == verdict, "\(characters)")
        }
        item.characters = .max
        for isGiven in [false, true] {
            var answer = demarc_answer.sized
            let status =
                isGiven
                ? demarc_copy(world.evaluator, &item, &place, nil, &answer, nil)
                : demarc_copy(world.evaluator, nil, &place, nil, &answer, nil)
            #expect(status == DEMARC_OK)
            #expect(answer.verdict == DEMARC_PROTECTED)
        }
    }

    @Test("A text is cut between characters and ends with zero, and its full length is returned")
    func texts() throws {
        let world = try CWorld(
            yaml: """
                demarc: 1
                accounts:
                  - {account: dana, policy: p, organization: contoso}
                policies:
                  p: {}
                ruleSets:
                  r:
                    default: external
                    rules:
                      - {id: aé€, class: internal, domain: contoso.com}
                views:
                  - {id: E, policy: currentIdentity, isExternalURL: r}
                """
        )
        let view = try world.view("E")
        let answer = world.navigate("https://contoso.com/", in: view, as: "dana")
        #expect(answer.rule != 0)
        let whole = Array("aé€".utf8)
        for (capacity, expected) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 3), (5, 3), (6, 3), (7, 6), (9, 6)] {
            var text = [CChar](repeating: 0x55, count: 12)
            #expect(demarc_rule(world.evaluator, answer.rule, 0, &text, capacity, nil) == whole.count)
            #expect(text.prefix(expected).map { UInt8(bitPattern: $0) } == Array(whole.prefix(expected)), "\(capacity)")
            if capacity > 0 { #expect(text[expected] == 0) }
            #expect(text[max(expected + 1, capacity)...].allSatisfy { $0 == 0x55 }, "\(capacity)")
        }
        // SIZE_MAX, and the smallest capacity above half of the address space, for a buffer that is large enough.
        for capacity in [-1, Int.min] {
            var text = [CChar](repeating: 0x55, count: 12)
            #expect(demarc_rule(world.evaluator, answer.rule, 0, &text, capacity, nil) == whole.count)
            #expect(text.prefix(7).map { UInt8(bitPattern: $0) } == whole + [0])
            #expect(text[7...].allSatisfy { $0 == 0x55 })
            #expect(demarc_rule(world.evaluator, answer.rule, 9, &text, capacity, nil) == DEMARC_INVALID)
            #expect(text[0] == 0, "a text of a failed call is empty")
            #expect(demarc_rule(world.evaluator, answer.rule, 0, nil, capacity, nil) == DEMARC_INVALID)
        }
        #expect(demarc_rule(world.evaluator, answer.rule, 0, nil, 1, nil) == DEMARC_INVALID)
        #expect(demarc_rule(world.evaluator, answer.rule, 9, nil, 0, nil) == DEMARC_INVALID)
        #expect(demarc_rule(world.evaluator, answer.rule + 1, 0, nil, 0, nil) == DEMARC_UNKNOWN)
    }

    @Test("The texts of a smaller struct are cut, and end with zero")
    func textsOfSmallStructs() throws {
        let world = try CWorld()
        /// The bytes of a struct of a size, and its text at an offset; nil if the text does not end in the struct.
        func text(_ size: Int, at offset: Int, _ write: (UnsafeMutableRawPointer) -> Void) -> String? {
            var words = [UInt64](repeating: 0xAAAA_AAAA_AAAA_AAAA, count: 65)
            return words.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: UInt32(size), as: UInt32.self)
                write(bytes.baseAddress.unsafelyUnwrapped)
                #expect(bytes[size...].allSatisfy { $0 == 0xAA }, "\(size): written behind the end")
                guard let end = bytes[offset..<size].firstIndex(of: 0) else { return nil }
                return String(decoding: bytes[offset..<end], as: UTF8.self)
            }
        }
        var whole = demarc_error.sized
        #expect(demarc_evaluator_rest(nil, &whole) == DEMARC_HANDLE)
        #expect(whole.word == "handle")
        for (offset, expected) in [(8, whole.word), (48, whole.sentence)] {
            for size in offset + 1...512 {
                let cut = text(size, at: offset) {
                    _ = demarc_evaluator_rest(nil, $0.assumingMemoryBound(to: demarc_error.self))
                }
                #expect(cut == String(expected.prefix(size - offset - 1)), "\(size)")
            }
        }
        for size in 17...112 {
            let digest = text(size, at: 16) {
                _ = demarc_engine_info(world.engine, $0.assumingMemoryBound(to: demarc_info.self), nil)
            }
            #expect(digest?.count == min(size - 17, 64), "\(size)")
        }
    }

    @Test("A successful call clears the error, and a long error is cut to its buffer")
    func errors() {
        var error = demarc_error.sized
        #expect(demarc_evaluator_rest(nil, &error) == DEMARC_HANDLE)
        #expect(error.word == "handle" && error.status == DEMARC_HANDLE)
        error.size = 12
        let before = error.sentence
        #expect(demarc_evaluator_rest(nil, &error) == DEMARC_HANDLE)
        #expect(error.sentence == before)
        error.size = 0
        #expect(demarc_evaluator_rest(nil, &error) == DEMARC_INVALID)
    }
}
