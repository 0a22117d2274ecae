/// The site behind the proxy and the client in front of it, in one loop: sends one case, and records the results.
///
/// The site keeps the bytes of every request that arrives, and answers it. A case ends when nothing has happened for a
/// while after its answer, so that a smuggled second request is still seen.
struct ProbeExchange: ~Copyable {
    /// The result of a case.
    struct Outcome {
        /// The status of the first answer; nil if there was none.
        var status: Int?
        /// The fields of the first answer.
        var answer: ProbeHead?
        /// The requests that arrived at the site.
        var received: [ProbeHead] = []
        /// Whether a connection to the proxy could be opened.
        var isConnected = false
    }

    /// How long to wait for further activity after an answer, and how long to wait for an answer.
    static let quiet = 80
    static let patience = 5_000

    private static let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Type: text/plain\r\n\r\nok\n".utf8
    )
    /// The data sent through an open tunnel, so that the site sees that it is open.
    private static let tunnelled = Array("GET /tunnelled HTTP/1.1\r\nHost: tunnel.invalid\r\n\r\n".utf8)

    /// Waits for this long.
    static func pause(milliseconds: Int32) { _ = ProbeSocket.wait([], milliseconds: milliseconds) }

    private final class Connection {
        let socket: ProbeSocket
        var messages = ProbeMessages()
        var unsent: [UInt8] = []

        init(_ socket: consuming ProbeSocket) { self.socket = socket }
    }

    private let listener: ProbeSocket
    private let proxy: ProbeSocket.Address
    private var connections: [Int32: Connection] = [:]

    init(listener: consuming ProbeSocket, proxy: ProbeSocket.Address) {
        self.listener = listener
        self.proxy = proxy
    }

    /// Sends some bytes to the proxy on a separate connection, and waits for at most this many answers.
    mutating func run(_ bytes: [UInt8], answers: Int) -> Outcome {
        var outcome = Outcome()
        guard let socket = ProbeSocket.connecting(to: proxy) else { return outcome }
        var unsent = bytes[...]
        var received: [UInt8] = []
        var messages = ProbeMessages()
        var answered = 0
        var hasEnded = false
        let isTunnel = bytes.starts(with: Array("CONNECT ".utf8))
        let start = Clock.monotonic
        var lastEvent = start
        while true {
            let now = Clock.monotonic
            let waited = (now - lastEvent) / 1_000_000
            if answered >= answers || hasEnded, waited >= Self.quiet { break }
            if (now - start) / 1_000_000 >= Self.patience { break }
            var interests = [
                ProbeSocket.Interest(descriptor: listener.descriptor, writes: false)
            ]
            interests += connections.map { .init(descriptor: $0.key, writes: !$0.value.unsent.isEmpty) }
            if !hasEnded { interests.append(.init(descriptor: socket.descriptor, writes: !unsent.isEmpty)) }
            let ready = ProbeSocket.wait(interests, milliseconds: 20)
            if !ready.isEmpty { lastEvent = Clock.monotonic }
            serve(ready, &outcome)
            guard !hasEnded, ready.contains(socket.descriptor) else { continue }
            if !unsent.isEmpty {
                switch socket.send(unsent) {
                case .bytes(let count):
                    outcome.isConnected = true
                    unsent = unsent.dropFirst(count)
                case .later: break
                // A proxy may refuse before it has read everything; its answer must still be read.
                case .ended: unsent = []
                }
            }
            received.removeAll(keepingCapacity: true)
            switch socket.receive(into: &received) {
            case .bytes:
                outcome.isConnected = true
                messages.append(received)
                while let head = messages.next() {
                    guard let status = head.status, status >= 200 || status == 101 else { continue }
                    answered += 1
                    if outcome.answer == nil {
                        outcome.answer = head
                        outcome.status = status
                        if isTunnel, status == 200 { unsent = Self.tunnelled[...] }
                    }
                }
            case .later: break
            case .ended: hasEnded = true
            }
        }
        // The unread bytes belong to this case. A proxy that keeps the connection would continue them with the next one.
        for (descriptor, connection) in connections where !connection.messages.isAtEnd { close(descriptor, &outcome) }
        return outcome
    }

    /// Accepts connections from the proxy, and answers its requests.
    private mutating func serve(_ ready: Set<Int32>, _ outcome: inout Outcome) {
        if ready.contains(listener.descriptor) {
            while let socket = listener.accept() {
                let descriptor = socket.descriptor
                connections[descriptor] = Connection(socket)
            }
        }
        for descriptor in ready {
            guard let connection = connections[descriptor] else { continue }
            var bytes: [UInt8] = []
            let progress = connection.socket.receive(into: &bytes)
            connection.messages.append(bytes)
            while let head = connection.messages.next() {
                outcome.received.append(head)
                connection.unsent += Self.answer
            }
            if !connection.unsent.isEmpty, case .bytes(let count) = connection.socket.send(connection.unsent[...]) {
                connection.unsent.removeFirst(count)
            }
            if progress == .ended { close(descriptor, &outcome) }
        }
    }

    /// Closes a connection from the proxy. Bytes that are not a valid head have arrived nevertheless.
    private mutating func close(_ descriptor: Int32, _ outcome: inout Outcome) {
        guard let rest = connections.removeValue(forKey: descriptor)?.messages.incompleteHead, !rest.isEmpty else {
            return
        }
        outcome.received.append(ProbeHead(rest, isComplete: false))
    }
}
