/// Holds the reader of ICAP to its laws on any bytes. Its sources are those of the server, by a link in this folder: they
/// need nothing else, so that nothing of the server has to be built.
///
/// 1. Nothing crashes or hangs; libFuzzer watches time and memory.
/// 2. The pieces in which bytes come in change nothing: not what is read, not what is refused, not where it ends.
/// 3. What was read is what was sent: the parts of a head, with nothing but white space between them, are the head.
/// 4. A head is encapsulated where a second and simpler reader of `Encapsulated` says so, and ends there.
///
/// The first byte of an input says how large the pieces are.
@c(LLVMFuzzerTestOneInput)
public func fuzzICAP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes as many bytes as it says, and keeps them for the call.
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let whole = Reading(bytes, pieces: bytes.count + 1)
    guard whole == Reading(bytes, pieces: Int(first) + 1), whole == Reading(bytes, pieces: 1) else {
        fatalError("the pieces change what is read")
    }
    for progress in whole.requests {
        switch progress {
        case .incomplete: fatalError("a request that is not whole")
        case .plain(let head): HeadLaws.check(head.scanned)
        case .request(let head, let encapsulated):
            HeadLaws.check(head.scanned)
            guard case .request(let length, let hasBody) = head.encapsulated else { fatalError("no encapsulated head") }
            HeadLaws.checkEncapsulated(head.scanned.bytes, length: length, hasBody: hasBody)
            guard case .success(let request) = encapsulated else { continue }
            guard request.scanned.bytes.count == length else { fatalError("the head ends elsewhere") }
            HeadLaws.check(request.scanned)
        }
    }
    guard ChunkReading(bytes, pieces: bytes.count + 1) == ChunkReading(bytes, pieces: Int(first) + 1) else {
        fatalError("the pieces change where a body ends")
    }
    return 0
}

/// All requests at the beginning of some bytes, read as a connection does.
private struct Reading: Equatable {
    var requests: [HeadCollector.Progress] = []
    var fault: HeadFault?
    /// Where the last whole request ends.
    var end = 0

    init(_ bytes: [UInt8], pieces: Int) {
        // Small enough for the limit to be met.
        var collector = HeadCollector(limit: 600)
        var offset = 0
        while offset < bytes.count {
            let piece = Array(bytes[offset..<min(bytes.count, offset + pieces)])
            var consumed = 0
            do throws(HeadFault) {
                let progress = try collector.take(piece.span, consumed: &consumed)
                offset += consumed
                if progress == .incomplete {
                    guard consumed == piece.count else { fatalError("bytes were left") }
                } else {
                    guard collector.isEmpty else { fatalError("something was kept for the next request") }
                    requests.append(progress)
                    end = offset
                }
            } catch {
                fault = error
                return
            }
        }
    }
}

/// Where a body ends.
private struct ChunkReading: Equatable {
    var end: Int?
    var isRefused = false

    init(_ bytes: [UInt8], pieces: Int) {
        var scanner = ChunkScanner()
        var offset = 0
        while offset < bytes.count, !scanner.isComplete {
            do throws(HeadFault) {
                offset += try scanner.scan(Array(bytes[offset..<min(bytes.count, offset + pieces)]).span)
            } catch {
                isRefused = true
                return
            }
        }
        if scanner.isComplete { end = offset }
    }
}

/// What holds of every head that was read.
private enum HeadLaws {
    static func check(_ head: ScannedHead) {
        let bytes = head.bytes
        var offset = 0
        func expect(_ byte: UInt8) {
            guard offset < bytes.count, bytes[offset] == byte else { fatalError("the parts are not the head") }
            offset += 1
        }
        func skipSpace() { while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 } }
        func take(_ part: Range<Int>) {
            guard part.lowerBound == offset else { fatalError("a part begins elsewhere") }
            offset = part.upperBound
        }
        take(head.method)
        expect(0x20)
        take(head.target)
        expect(0x20)
        take(head.version)
        expect(0x0D)
        expect(0x0A)
        for field in head.fields {
            take(field.name)
            expect(UInt8(ascii: ":"))
            skipSpace()
            if !field.value.isEmpty { take(field.value) }
            skipSpace()
            expect(0x0D)
            expect(0x0A)
            for index in field.value where bytes[index] < 0x20 && bytes[index] != 0x09 || bytes[index] == 0x7F {
                fatalError("a control character in a value")
            }
        }
        expect(0x0D)
        expect(0x0A)
        guard offset == bytes.count else { fatalError("bytes behind the head") }
    }

    /// Reads `Encapsulated` a second time, by text.
    static func checkEncapsulated(_ bytes: [UInt8], length: Int, hasBody: Bool) {
        let lines = String(decoding: bytes, as: UTF8.self).lowercased().split(separator: "\r\n")
        let values = lines.filter { $0.hasPrefix("encapsulated:") }
            .map { $0.dropFirst(13).filter { $0 != " " && $0 != "\t" } }
        let name = hasBody ? "req-body=" : "null-body="
        guard values.count == 1, values[0].hasPrefix("req-hdr="),
            let comma = values[0].firstIndex(of: ","), Int(values[0][..<comma].dropFirst(8)) == 0,
            values[0][comma...].dropFirst().hasPrefix(name),
            Int(values[0][comma...].dropFirst(1 + name.utf8.count)) == length
        else { fatalError("Encapsulated says something else") }
    }
}
