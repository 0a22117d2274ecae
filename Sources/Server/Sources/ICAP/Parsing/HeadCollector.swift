/// Collects the bytes of one request as they arrive, until its heads are complete.
///
/// It examines each byte once for the end of a head, however small the received pieces are.
struct HeadCollector: Sendable {
    /// The collected parts.
    enum Progress: Hashable, Sendable {
        /// More bytes are needed.
        case incomplete
        /// The head of a request without an encapsulated head. That of OPTIONS may have a body.
        case plain(ICAPRequestHead)
        /// The head of a request and the encapsulated one.
        case request(ICAPRequestHead, Result<EncapsulatedHead, HeadFault>)
    }

    /// The maximum size of one head in bytes.
    let limit: Int
    private var bytes: [UInt8] = []
    private var head: ICAPRequestHead?
    private var needed = 0
    /// How many bytes at the end belong to CR LF CR LF.
    private var matched = 0

    init(limit: Int) { self.limit = limit }

    /// Whether nothing of a request has arrived yet.
    var isEmpty: Bool { bytes.isEmpty && head == nil }

    /// Whether the received bytes belong to a REQMOD request, as far as can be seen.
    var asksAboutRequest: Bool { head.map { $0.method == .reqmod } ?? ICAPRequestHead.asksAboutRequest(bytes) }

    /// Whether the connection was to end after this request, as far as has been read.
    var closes: Bool { head?.closes ?? false }

    /// Takes bytes until the heads are complete.
    ///
    /// - Parameters:
    ///   - input: The bytes that have arrived.
    ///   - consumed: The number of bytes that were taken.
    /// - Returns: The state. After any state other than ``Progress/incomplete``, the collector is empty again.
    /// - Throws: ``HeadFault``. A fault only in the encapsulated head is part of the result. After either, the start of
    ///   the next request is unknown.
    mutating func take(_ input: Span<UInt8>, consumed: inout Int) throws(HeadFault) -> Progress {
        consumed = 0
        if head == nil {
            guard try takeICAPHead(input, consumed: &consumed) else { return .incomplete }
            let read = try ICAPRequestHead(bytes)
            bytes.removeAll(keepingCapacity: true)
            guard case .request(let length, _) = read.encapsulated else {
                matched = 0
                return .plain(read)
            }
            head = read
            guard length <= limit else { throw .tooLarge }
            needed = length
        }
        guard let read = head else { return .incomplete }
        let end = min(input.count, consumed + needed - bytes.count)
        while consumed < end {
            bytes.append(input[consumed])
            consumed += 1
        }
        guard bytes.count == needed else { return .incomplete }
        let encapsulated: Result<EncapsulatedHead, HeadFault>
        do { encapsulated = .success(try EncapsulatedHead(bytes)) } catch { encapsulated = .failure(error) }
        self = HeadCollector(limit: limit)
        return .request(read, encapsulated)
    }

    private mutating func takeICAPHead(_ input: Span<UInt8>, consumed: inout Int) throws(HeadFault) -> Bool {
        while consumed < input.count {
            let byte = input[consumed]
            guard bytes.count < limit else { throw .tooLarge }
            bytes.append(byte)
            consumed += 1
            switch (byte, matched) {
            case (0x0D, 0), (0x0D, 2), (0x0A, 1), (0x0A, 3): matched += 1
            case (0x0D, _): matched = 1
            // A client that ends lines with a bare line feed would wait for its answer until the time is over.
            case (0x0A, _): throw .line
            default: matched = 0
            }
            if matched == 4 { return true }
        }
        return false
    }
}
