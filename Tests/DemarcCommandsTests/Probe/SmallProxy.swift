import Foundation
import Glibc
import Synchronization

/// A small proxy on its own port, which calls the engine itself and writes the decision log.
///
/// It serves one request per connection. Its tests are about its misbehavior.
final class SmallProxy: Sendable {
    /// The fault of the proxy.
    enum Kind: Sendable {
        /// It refuses anything but one plain request, and forwards what was decided.
        case honest
        /// It decides on `Host` and forwards to the target's authority.
        case targetWins
        /// It forwards every byte unchanged, and decides on the first `Host` field.
        case raw
        /// It passes the client's own answer fields through.
        case trusting
        /// It does not ask about paths below `/a`.
        case forgetful
        /// It refuses everything.
        case closed
        /// It reads nothing, and forwards every byte unchanged on one connection, until the site closes it.
        case pooling
    }

    let port: UInt16
    private let kind: Kind
    private let site: UInt16
    private let log: String
    private let listener: Int32
    private let isStopped = Atomic(false)
    /// The connection to the site of a proxy that keeps it; negative if there is none.
    private let pooled = Atomic<Int32>(-1)

    init(_ kind: Kind, site: UInt16, log: String) throws {
        self.kind = kind
        self.site = site
        self.log = log
        (listener, port) = try Self.listen()
        let thread = Thread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                let client = accept(listener, nil, nil)
                if client >= 0 { serve(client) }
            }
        }
        thread.start()
    }

    deinit { stop() }

    func stop() {
        guard !isStopped.exchange(true, ordering: .relaxed) else { return }
        _ = shutdown(listener, Int32(SHUT_RDWR))
        _ = close(listener)
        let kept = pooled.exchange(-1, ordering: .relaxed)
        if kept >= 0 { _ = close(kept) }
    }

    /// A loopback port that is free now.
    static func freePort() throws -> UInt16 {
        let (descriptor, port) = try listen()
        _ = close(descriptor)
        return port
    }

    private func serve(_ client: Int32) {
        defer { _ = close(client) }
        // A client may be silent, as after half a request; the proxy waits only briefly.
        var patience = timeval(tv_sec: 0, tv_usec: 300_000)
        // SAFETY: the option is a `timeval` that lives until the call returns.
        _ = unsafe setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        while !bytes.contains([13, 10, 13, 10]), let more = Self.receive(client) { bytes += more }
        guard kind != .pooling else { return pool(bytes, for: client) }
        guard let answer = answer(to: bytes) else {
            return Self.send("HTTP/1.1 400 Bad Request\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n", to: client)
        }
        Self.send(answer, to: client)
    }

    private func answer(to bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n")
        let parts = lines[0].components(separatedBy: " ")
        let hosts = lines.filter { $0.lowercased().hasPrefix("host:") }.map {
            $0.dropFirst(5).trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 3, parts[2] == "HTTP/1.1", let host = hosts.first, kind != .closed else { return nil }
        var target = parts[1]
        var sent = host
        if kind != .raw {
            let isPlain = parts[0].allSatisfy(\.isUppercase) && parts[0] != "CONNECT"
            guard isPlain, hosts.count == 1, host.wholeMatch(of: /[A-Za-z0-9._-]+(:[0-9]{1,4})?/) != nil,
                lines.allSatisfy({
                    $0.wholeMatch(of: /([!-~]+:.*)?|[A-Z]+ [!-~]+ HTTP\/1.1/) != nil || $0 == lines.last
                }),
                !text.contains("ength:"), !text.contains("ncoding:"), !target.contains("#"), !target.contains("\\")
            else { return nil }
            if let match = target.wholeMatch(of: /http:\/\/([A-Za-z0-9.:-]+)(\/.*)/) {
                guard kind == .targetWins || match.output.1 == host else { return nil }
                sent = String(match.output.1)
                target = String(match.output.2)
            }
            guard target.hasPrefix("/") else { return nil }
        }
        let isAllowed = host.lowercased().hasPrefix("good.test")
        let isAsked = !(kind == .forgetful && target.hasPrefix("/a"))
        let path = target.hasPrefix("/") ? target : "/"
        if isAsked { note(url: "https://\(host)\(path)", isAllowed: isAllowed) }
        guard isAllowed || !isAsked else {
            return "HTTP/1.1 403 Forbidden\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n"
        }
        let own = ["x-demarc-verdict", "x-demarc-rule", "x-demarc-id", "x-demarc-account", "host", "connection"]
        let kept = lines.dropFirst().filter { line in
            !line.isEmpty && (kind == .trusting || !own.contains { line.lowercased().hasPrefix($0 + ":") })
                && !line.lowercased().hasPrefix("host:")
        }
        let head = "\(parts[0]) \(target) HTTP/1.1\r\nHost: \(sent)\r\n" + kept.map { $0 + "\r\n" }.joined() + "\r\n"
        guard forward(kind == .raw ? text : head) else { return nil }
        return "HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n"
    }

    private func note(url: String, isAllowed: Bool) {
        let line =
            #"{"time":"2026-01-01T00:00:00.000Z","id":"00000000000000000000000000000000","host":"nginx","binding":"edge","#
            + #""question":"navigate","url":"\#(url)","view":"E","verdict":"\#(isAllowed ? "allow" : "block")","reasons":[]}"#
        guard let file = FileHandle(forWritingAtPath: log) else { return }
        _ = try? file.seekToEnd()
        try? file.write(contentsOf: Data((line + "\n").utf8))
        try? file.close()
    }

    private func forward(_ text: String) -> Bool {
        let descriptor = connected()
        defer { _ = close(descriptor) }
        Self.send(text, to: descriptor)
        return Self.receive(descriptor) != nil
    }

    private func pool(_ bytes: [UInt8], for client: Int32) {
        var kept = pooled.load(ordering: .relaxed)
        var byte: UInt8 = 0
        // SAFETY: the byte lives until the call returns.
        let count = unsafe recv(kept, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if count >= 0 || errno != EAGAIN {
            if kept >= 0 { _ = close(kept) }
            kept = connected()
            pooled.store(kept, ordering: .relaxed)
        }
        Self.send(String(decoding: bytes, as: UTF8.self), to: kept)
        // The site does not answer what it does not understand.
        var waited = pollfd(fd: kept, events: Int16(POLLIN), revents: 0)
        // SAFETY: the entry lives until the call returns.
        guard unsafe poll(&waited, 1, 300) > 0, let answer = Self.receive(kept) else { return }
        Self.send(String(decoding: answer, as: UTF8.self), to: client)
    }

    /// A connection to the site; if it cannot be opened, it can be neither read nor written.
    private func connected() -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // SAFETY: the pointer is used only for the call, here and below.
        _ = unsafe Self.withLoopback(site, { unsafe connect(descriptor, $0, $1) })
        return descriptor
    }

    // MARK: Sockets

    private static func listen() throws -> (Int32, UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard unsafe withLoopback(0, { unsafe bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 16) == 0 else {
            throw POSIXError(.EADDRINUSE)
        }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the system writes an address of that size, which is a `sockaddr_in` because the socket is one of IPv4.
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func withLoopback(_ port: UInt16, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // SAFETY: the address lives until the closure returns, and begins as every `sockaddr` does.
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe use($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func receive(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // SAFETY: the buffer is lent for the call, with its size.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private static func send(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        // SAFETY: the bytes are lent for the call, with their count.
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }
}
