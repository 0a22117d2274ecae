import Answering
import NIOCore

/// The requests of one connection and their answers, without the channel that carries them and without time.
///
/// Bytes go in with ``receive(_:)``, each ``step()`` makes something of them, and ``takeOutput()`` yields what is to be
/// sent. Requests are answered one by one and immediately, so what a client sends ahead waits in the input.
struct ICAPConversation {
    private enum State {
        /// Between requests, or inside a head.
        case head
        /// Inside a preview, after which the answer is sent.
        case preview(ChunkScanner, answer: ByteBuffer, closes: Bool)
        /// Inside a body that is skipped, because the answer was already sent.
        case discard(ChunkScanner, closes: Bool)
        /// Inside a body that is sent back as it arrives, without its extensions and trailer fields.
        case relay(ChunkScanner, closes: Bool)
        /// The connection ends.
        case closed
    }

    private let service: ICAPService
    private let worker: DecisionWorker
    private let refusal: RequestFault?
    private var state = State.head
    private var collector: HeadCollector
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    /// Whether the next answer is the last.
    var isDraining: Bool
    /// Whether the client is permitted to ask.
    var isPeerListed = false
    /// The number of requests that have ended.
    private(set) var served = 0

    /// Creates a conversation in which nothing has been said.
    ///
    /// - Parameters:
    ///   - service: How requests are read, and the limits for clients.
    ///   - worker: The worker of the event loop.
    ///   - refusal: Why every request is denied; nil to decide.
    ///   - isDraining: Whether the first answer is the last.
    init(_ service: ICAPService, worker: DecisionWorker, refusing refusal: RequestFault?, isDraining: Bool) {
        self.service = service
        self.worker = worker
        self.refusal = refusal
        self.isDraining = isDraining
        collector = HeadCollector(limit: service.limits.headerBytes)
    }

    // MARK: State

    /// Whether it is between two requests.
    var isIdle: Bool { isInHead && collector.isEmpty && !hasInput }

    /// Whether it is between two requests, or inside a head.
    var isInHead: Bool { if case .head = state { true } else { false } }

    /// Whether the client may take its time: between two requests, or in a body whose answer it has. A connection that
    /// ends after its first answer must not delay the end of the server.
    var isUnhurried: Bool {
        switch state {
        case .head, .preview: isIdle && !isDraining
        case .discard, .relay: true
        case .closed: false
        }
    }

    /// Whether it has ended: nothing more is read, and the connection ends once the output is sent.
    var isClosed: Bool { if case .closed = state { true } else { false } }

    /// Ends it.
    mutating func end() { state = .closed }

    /// Answers a request that is asked about and did not arrive in time.
    mutating func expire() {
        switch state {
        case .head where !collector.isEmpty && collector.asksAboutRequest, .preview: deny(.timedOut)
        default: break
        }
    }

    // MARK: Bytes

    /// Whether bytes have arrived that are not processed yet.
    var hasInput: Bool { input.readableBytes > 0 }

    /// The number of bytes that are to be sent.
    var outputCount: Int { output.readableBytes }

    /// Adds bytes that have arrived.
    mutating func receive(_ bytes: inout ByteBuffer) { input.writeBuffer(&bytes) }

    /// Releases the memory of bytes that were processed.
    mutating func discardProcessed() { input.discardReadBytes() }

    /// The bytes that are to be sent; they are not part of the output any more.
    mutating func takeOutput() -> ByteBuffer {
        let bytes = output
        output = ByteBuffer()
        return bytes
    }

    // MARK: Requests

    /// Processes the input for the present state; false if more must arrive first.
    mutating func step() -> Bool {
        switch state {
        case .head: return stepHead()
        case .preview(var scanner, let answer, let closes):
            guard scan(&scanner) != nil else {
                deny(.headInvalid)
                return false
            }
            guard scanner.isComplete else {
                state = .preview(scanner, answer: answer, closes: closes)
                return false
            }
            output.writeImmutableBuffer(answer)
            finish(closes: closes)
        case .discard(var scanner, let closes), .relay(var scanner, let closes):
            let before = input
            guard let kept = scan(&scanner) else {
                state = .closed
                return false
            }
            var isRelay = false
            if case .relay = state { isRelay = true }
            for part in isRelay ? kept : [] {
                let start = before.readerIndex + part.lowerBound
                if let bytes = before.getSlice(at: start, length: part.count) { output.writeImmutableBuffer(bytes) }
            }
            guard scanner.isComplete else {
                state = isRelay ? .relay(scanner, closes: closes) : .discard(scanner, closes: closes)
                return false
            }
            finish(closes: closes)
        case .closed: return false
        }
        return true
    }

    /// Takes the bytes that belong to a body.
    ///
    /// - Parameter scanner: The scanner of the body.
    /// - Returns: The ranges of those that are sent back, from the first readable byte; nil if they are malformed.
    private mutating func scan(_ scanner: inout ChunkScanner) -> [Range<Int>]? {
        let bytes = input
        guard let scanned = try? scanner.scan(bytes.readableBytesUInt8Span) else { return nil }
        input.moveReaderIndex(forwardBy: scanned.count)
        return scanned.kept
    }

    private mutating func finish(closes: Bool) {
        served += 1
        state = closes ? .closed : .head
    }

    private mutating func stepHead() -> Bool {
        let progress: HeadCollector.Progress
        do {
            let bytes = input
            var consumed = 0
            progress = try collector.take(bytes.readableBytesUInt8Span, consumed: &consumed)
            input.moveReaderIndex(forwardBy: consumed)
        } catch {
            refuse(error)
            return false
        }
        switch progress {
        case .incomplete: return false
        case .plain(let head): answer(plain: head)
        case .request(let head, let encapsulated): answer(head, encapsulated)
        }
        return true
    }

    // MARK: Answers

    private mutating func answer(plain head: ICAPRequestHead) {
        let closes = head.closes || isDraining
        let response = ICAPResponse(tag: tag, closes: closes)
        switch head.method {
        case .options: response.writeOptions(connections: service.limits.connections, into: &output)
        case .reqmod, .other: response.writeError("405 Method Not Allowed", into: &output)
        }
        guard head.encapsulated == .body else { return finish(closes: closes) }
        state = .discard(ChunkScanner(), closes: closes)
    }

    private mutating func answer(_ head: ICAPRequestHead, _ encapsulated: Result<EncapsulatedHead, HeadFault>) {
        guard case .request(_, let hasBody) = head.encapsulated, head.method == .reqmod else {
            // The nature of a body that follows is unknown.
            ICAPResponse(tag: nil, closes: true).writeError("405 Method Not Allowed", into: &output)
            state = .closed
            return
        }
        let request: EncapsulatedHead
        switch encapsulated {
        case .success(let head): request = head
        case .failure:
            // The head may end elsewhere than `Encapsulated` says. What follows could then be a part of it that reads
            // like a request, and its answer would be taken for that of the next one.
            return deny(unaskable ?? .headInvalid, tag: tag)
        }
        let closes = head.closes || isDraining || refusal != nil
        // Read before the decision: an answer of an older policy then never has the tag of a newer one.
        let response = ICAPResponse(tag: tag, closes: closes)
        let answer = decide(head, request)
        var buffer = ByteBuffer()
        var isRelay = false
        if !answer.isAllowed {
            response.writeDenial(answer, isConnect: request.isConnect, isHead: request.isHead, into: &buffer)
        } else if head.allows204 || (hasBody && head.hasPreview) {
            // A client that waits after a preview accepts 204 even if it does not declare it (RFC 3507, 4.5).
            response.writeUnmodified(answer, into: &buffer)
        } else {
            response.writeEcho(answer, of: request.scanned.bytes, hasBody: hasBody, into: &buffer)
            isRelay = hasBody
        }
        if hasBody, head.hasPreview {
            state = .preview(ChunkScanner(), answer: buffer, closes: closes)
            return
        }
        output.writeBuffer(&buffer)
        if hasBody {
            state = isRelay ? .relay(ChunkScanner(), closes: closes) : .discard(ChunkScanner(), closes: closes)
        } else {
            finish(closes: closes)
        }
    }

    /// The tag of the policy in answers; nil for a client that is not permitted to ask.
    private var tag: String? { isPeerListed ? service.tag : nil }

    /// Why nothing that the client asks is decided; nil to decide.
    private var unaskable: RequestFault? { refusal ?? (isPeerListed ? nil : .peerUnknown) }

    private func decide(_ head: ICAPRequestHead, _ request: EncapsulatedHead) -> HostAnswer {
        let name = service.binding.name
        if let unaskable { return worker.refuse(.request(unaskable), binding: name, host: .icap) }
        let observation = ICAPObservation(
            head,
            request,
            binding: service.binding,
            targetLimit: service.limits.targetBytes
        )
        return worker.answer(
            observation.request,
            binding: name,
            host: .icap,
            wantsHTML: observation.wantsHTML,
            language: observation.language,
            traceparent: observation.traceparent
        )
    }

    /// Answers a head that cannot be read, and ends the connection.
    private mutating func refuse(_ fault: HeadFault) {
        if collector.asksAboutRequest {
            deny(fault == .tooLarge ? .headTooLarge : .headInvalid)
        } else {
            let status: StaticString = fault == .version ? "505 ICAP Version Not Supported" : "400 Bad Request"
            ICAPResponse(tag: nil, closes: true).writeError(status, into: &output)
            state = .closed
        }
    }

    /// Denies a request whose end is unknown, and ends the connection.
    private mutating func deny(_ fault: RequestFault, tag: String? = nil) {
        let answer = worker.refuse(.request(fault), binding: service.binding.name, host: .icap)
        ICAPResponse(tag: tag, closes: true).writeDenial(answer, isConnect: true, isHead: false, into: &output)
        state = .closed
    }
}
