import CDemarc
import DemarcC

/// Calls that query an evaluator.
extension CallSequence {
    /// Lends options: none, or some with a user and a window.
    private mutating func withOptions(
        _ body: (inout CallSequence, UnsafePointer<demarc_options>?) -> Void
    ) {
        guard reader.byte() & 3 != 0 else { return body(&self, nil) }
        let (user, window) = (reader.text(), reader.text())
        var options = demarc_options()
        options.size = size(of: demarc_options.self)
        options.flags = reader.number() & 31
        options.frame = reader.number() & 3
        options.external_url = reader.number() & 7
        let (hasUser, hasWindow) = (reader.byte() & 1 == 0, reader.byte() > 200)
        user.withUnsafeBufferPointer { user in
            window.withUnsafeBufferPointer { window in
                if hasUser { options.user = demarc_text(bytes: user.baseAddress, count: user.count) }
                if hasWindow { options.window = demarc_text(bytes: window.baseAddress, count: window.count) }
                withUnsafePointer(to: options) { body(&self, $0) }
            }
        }
    }

    /// Lends a place.
    private mutating func withPlace(_ body: (inout CallSequence, UnsafePointer<demarc_place>?) -> Void) {
        let name = reader.text()
        var place = demarc_place()
        place.size = size(of: demarc_place.self)
        place.kind = reader.number() & 7
        place.view = view()
        name.withUnsafeBufferPointer { name in
            place.name = demarc_text(bytes: name.baseAddress, count: name.count)
            withUnsafePointer(to: place) { body(&self, $0) }
        }
    }

    mutating func ask() {
        let (handle, view, url, kind) = (evaluator(), view(), reader.text(), reader.byte() % 10)
        var answer = demarc_answer()
        withUnsafeMutableBytes(of: &answer) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0xAA) }
        answer.size = size(of: demarc_answer.self)
        let size = answer.size
        var status = Int32(DEMARC_INVALID)
        withOptions { calls, options in
            switch kind {
            case 0...3: status = demarc_navigate(handle, view, url, url.count, options, &answer, nil)
            case 4: status = demarc_open_url(handle, url, url.count, options, &answer, nil)
            case 5: status = demarc_can_open(handle, url, url.count, options, &answer, nil)
            case 6:
                let port = UInt16(truncatingIfNeeded: calls.reader.number())
                status = demarc_connection(handle, view, url, url.count, port, options, &answer, nil)
            default:
                var item = demarc_item()
                item.size = calls.size(of: demarc_item.self)
                item.kind = calls.reader.number() & 3
                item.characters = calls.reader.word()
                calls.withPlace { calls, from in
                    guard kind != 7 else {
                        status = demarc_copy(handle, &item, from, options, &answer, nil)
                        return
                    }
                    guard kind != 8 else {
                        status = demarc_upload(handle, from, view, options, &answer, nil)
                        return
                    }
                    calls.withPlace { _, into in
                        status = demarc_paste(handle, &item, from, into, options, &answer, nil)
                    }
                }
            }
        }
        if status == DEMARC_OK {
            require(answer.size == size, "the size of an answer was changed")
            guard size == UInt32(MemoryLayout<demarc_answer>.size) else { return }
            require(answer.verdict <= 7 && answer.reason_count > 0 && answer.reason_count <= 8, "no answer can be that")
            if answers.count < 32 { answers.append(answer) }
            if answer.rule != 0, rules.count < 32 { rules.append(answer.rule) }
        } else {
            require(answer.verdict == 0, "a failure that does not block: \(status)")
        }
    }

    mutating func batch() {
        let (handle, view, text) = (evaluator(), view(), reader.text() + reader.text())
        let count = Int(reader.byte() % 8)
        var offsets: [Int64] = [0]
        for _ in 0..<count { offsets.append(Int64(Int32(truncatingIfNeeded: reader.number()))) }
        let narrow = offsets.map { Int32(truncatingIfNeeded: $0) }
        let validity: [UInt8] = [reader.byte(), reader.byte()]
        let isWide = reader.byte() & 1 == 0
        var rows = [demarc_row](repeating: demarc_row(), count: 8)
        withOptions { calls, options in
            text.withUnsafeBufferPointer { text in
                offsets.withUnsafeBytes { wide in
                    narrow.withUnsafeBytes { narrow in
                        validity.withUnsafeBufferPointer { validity in
                            var batch = demarc_batch()
                            batch.size = calls.size(of: demarc_batch.self)
                            batch.offset_bits = isWide ? 64 : 32
                            batch.bytes = text.baseAddress
                            batch.byte_count = text.count
                            batch.offsets = isWide ? wide.baseAddress : narrow.baseAddress
                            batch.count = count
                            batch.row_size = MemoryLayout<demarc_row>.size - Int(calls.reader.byte() & 3) * 8
                            if calls.reader.byte() & 1 == 0 {
                                batch.validity = validity.baseAddress
                                batch.validity_offset = Int(calls.reader.byte() & 7)
                            }
                            _ = demarc_navigate_batch(handle, view, &batch, options, &rows, nil)
                        }
                    }
                }
            }
        }
    }

    mutating func askInJSON() {
        let (handle, question) = (evaluator(), reader.text())
        var text = [CChar](repeating: 1, count: 256)
        var answer = demarc_answer()
        answer.size = size(of: demarc_answer.self)
        let capacity = Int(reader.byte())
        let length = demarc_ask(handle, question, question.count, &answer, &text, capacity, nil)
        check(text, length, capacity)
        _ = demarc_ask_text(handle, &text, capacity, nil)
    }

    /// Requests a text about an answer.
    mutating func text() {
        let handle = evaluator()
        var answer = reader.byte() < 200 ? answers[answers.count - 1] : reader.choice(answers)
        answer.size = size(of: demarc_answer.self)
        var text = [CChar](repeating: 1, count: 256)
        let capacity = Int(reader.byte())
        let length: Int
        switch reader.byte() % 7 {
        case 0: length = demarc_route(handle, &answer, &text, capacity, nil)
        case 1: length = demarc_reasons(handle, &answer, &text, capacity, nil)
        case 2: length = demarc_explain(handle, &answer, &text, capacity, nil)
        case 6: length = demarc_url(handle, &answer, &text, capacity, nil)
        case 3:
            let rule = reader.byte() > 230 ? reader.word() : reader.choice(rules)
            length = demarc_rule(handle, rule, reader.number() & 7, &text, capacity, nil)
        case 4:
            let what = reader.number() & 31
            length = demarc_request_text(handle, &requestAnswer, what, &text, capacity, nil)
        default:
            var owned = 0
            withPlace { _, place in owned = demarc_owner(handle, place, nil, &text, capacity, nil) }
            length = owned
        }
        check(text, length, capacity)
    }

    /// Checks a text that was written like `snprintf` writes it.
    private func check(_ text: [CChar], _ length: Int, _ capacity: Int) {
        guard capacity > 0 else { return }
        let end = text.firstIndex(of: 0) ?? text.count
        require(end < capacity, "a text has no zero at its end")
        require(length >= 0 || end == 0, "a failure that leaves a text")
        require(length < 0 || end <= length, "a text is longer than it is said to be")
    }

    mutating func names() {
        var text = [CChar](repeating: 1, count: 256)
        let (number, capacity) = (reader.number(), Int(reader.byte()))
        let nameLength = demarc_reason_name(number, &text, capacity)
        check(text, nameLength, capacity)
        text = [CChar](repeating: 1, count: 256)
        let length = demarc_fault_name(number, &text, capacity)
        check(text, length, capacity)
        let (field, consumed) = (reader.text(), reader.text())
        _ = demarc_field_compare(field, field.count, consumed, consumed.count)
    }
}
