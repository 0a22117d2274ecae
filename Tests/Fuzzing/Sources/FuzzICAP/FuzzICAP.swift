/// Checks the laws of the ICAP reader on any bytes. Its sources are those of the server, through a link in this folder.
/// They have no dependencies, so nothing else of the server needs to be built.
///
/// 1. Nothing crashes or hangs; libFuzzer watches time and memory.
/// 2. The pieces in which bytes arrive affect neither what is read, nor what is rejected, nor where it ends.
/// 3. The reader returns what was sent: the parts of a head, separated only by white space, are the head.
/// 4. A head is encapsulated, and ends, where a second, simpler reader of `Encapsulated` determines it.
/// 5. What is sent back of a body is a body without extensions and trailer fields, and ends where it ends.
///
/// The first byte of an input determines the size of the pieces.
@c(LLVMFuzzerTestOneInput)
public func fuzzICAP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
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
    let body = ChunkReading(bytes, pieces: bytes.count + 1)
    guard body == ChunkReading(bytes, pieces: Int(first) + 1) else {
        fatalError("the pieces change where a body ends")
    }
    let sentBack = ChunkReading(body.kept, pieces: bytes.count + 1)
    guard body.end == nil || sentBack.end == body.kept.count && sentBack.kept == body.kept else {
        fatalError("a body that is sent back has extensions, or ends elsewhere")
    }
    return 0
}

/// All requests at the beginning of some bytes, read like a connection reads them.
private struct Reading: Equatable {
    var requests: [HeadCollector.Progress] = []
    var fault: HeadFault?
    /// The end of the last complete request.
    var end = 0

    init(_ bytes: [UInt8], pieces: Int) {
        // Small enough for inputs to reach the limit.
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

/// The end of a body.
private struct ChunkReading: Equatable {
    var end: Int?
    var isRefused = false
    /// What is sent back of it.
    var kept: [UInt8] = []

    init(_ bytes: [UInt8], pieces: Int) {
        var scanner = ChunkScanner()
        var offset = 0
        while offset < bytes.count, !scanner.isComplete {
            do throws(HeadFault) {
                let piece = Array(bytes[offset..<min(bytes.count, offset + pieces)])
                let scanned = try scanner.scan(piece.span)
                for part in scanned.kept { kept += piece[part] }
                offset += scanned.count
            } catch {
                isRefused = true
                kept = []
                return
            }
        }
        if scanner.isComplete { end = offset }
    }
}

/// Laws for every head that was read.
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

    /// Reads `Encapsulated` a second time, as text.
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
