import Glibc

/// A plain socket client that sends exactly the given bytes.
///
/// All unsafe code of these tests is here.
final class RawClient {
    private let descriptor: Int32
    private(set) var isOpen = true

    /// Connects to a local port.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - source: The own address.
    ///   - receiveBuffer: How many bytes the system keeps for a client that does not read; nil for the usual number.
    init?(port: Int, from source: String = "127.0.0.1", receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            // SAFETY: the call reads one `Int32`, which lives until it returns.
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        // SAFETY: the text is passed NUL-terminated, and the address is a complete `in_addr`.
        _ = unsafe inet_pton(AF_INET, source, &own.sin_addr)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: both addresses are complete `sockaddr_in` values that live until the calls return.
        let isBound = unsafe withUnsafePointer(to: &own) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) == 0 }
        }
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size) == 0
            }
        }
        guard isBound, isConnected else {
            _ = Glibc.close(descriptor)
            isOpen = false
            return nil
        }
    }

    /// Connects to a socket in the file system.
    init?(path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8.prefix(107))
        // SAFETY: the name is shorter than the field, and the address is a complete `sockaddr_un` that lives until the
        // calls return.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size) == 0
            }
        }
        guard isConnected else {
            _ = Glibc.close(descriptor)
            isOpen = false
            return nil
        }
    }

    deinit { close() }

    /// Closes the connection.
    func close() {
        guard isOpen else { return }
        isOpen = false
        _ = Glibc.close(descriptor)
    }

    /// Closes the sending half.
    func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends bytes; false if the other side has closed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the call reads the bytes of the slice and keeps none.
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends bytes until the other side takes no more for this time.
    ///
    /// - Returns: The number of bytes sent.
    func offer(_ bytes: [UInt8], seconds: Double) -> Int {
        var rest = bytes[...]
        while !rest.isEmpty {
            var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            // SAFETY: `poll` reads and writes one `pollfd`, which lives until the call returns.
            guard unsafe poll(&waited, 1, Int32(seconds * 1_000)) > 0 else { break }
            // SAFETY: as in `send`.
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        return bytes.count - rest.count
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Reads until a condition holds, the other side closes, or the time is over.
    func receive(seconds: Double = RunningServer.patience, until isEnough: ([UInt8]) -> Bool = { _ in false })
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let end = ContinuousClock.now + .milliseconds(Int(seconds * 1_000))
        while !isEnough(bytes) {
            let left = end - .now
            guard left > .zero else { break }
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // SAFETY: `poll` reads and writes one `pollfd`, which lives until the call returns.
            guard unsafe poll(&waited, 1, Int32(max(1, left / .milliseconds(1)))) > 0 else { break }
            // SAFETY: `recv` writes at most as many bytes as the array has.
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// Whether the other side closes within this time.
    func isClosedByPeer(within seconds: Double) -> Bool {
        let end = ContinuousClock.now + .milliseconds(Int(seconds * 1_000))
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while ContinuousClock.now < end {
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // SAFETY: as in `receive`.
            guard unsafe poll(&waited, 1, 20) > 0 else { continue }
            // SAFETY: as in `receive`.
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count <= 0 { return true }
        }
        return false
    }

    /// The maximum number of files that this process may have open.
    static var fileLimit: Int {
        var limit = rlimit()
        // SAFETY: the call fills in a complete `rlimit` that lives until it returns.
        return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            ? Int(clamping: limit.rlim_cur) : 256
    }
}

/// The answers in the data that a server has sent.
struct RawAnswers {
    /// The status, head and body of each answer.
    var answers: [(status: Int, head: String, body: String)] = []

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let end = Self.endOfHead(rest) {
            let head = String(decoding: rest[..<end], as: UTF8.self)
            let status = Int(head.dropFirst(9).prefix(3)) ?? 0
            let length =
                head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst(15).filter { $0 != " " }) } ?? 0
            let body = rest[end...].prefix(length)
            if status != 100 { answers.append((status, head, String(decoding: body, as: UTF8.self))) }
            rest = rest[end...].dropFirst(length)
        }
    }

    var statuses: [Int] { answers.map(\.status) }

    private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index + 3 < bytes.endIndex {
            if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 3] == 0x0A {
                return index + 4
            }
            index += 1
        }
        return nil
    }
}

/// A socket in the file system that receives datagrams, like a service manager's, or accepts no connection.
final class BoundSocket {
    private let descriptor: Int32

    /// Creates the socket.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - backlog: How many connections may wait besides the first one; nil for a socket of datagrams.
    init?(path: String, backlog: Int32? = nil) {
        descriptor = socket(AF_UNIX, Int32((backlog == nil ? SOCK_DGRAM : SOCK_STREAM).rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8.prefix(107))
        // SAFETY: as in `RawClient`.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) == 0 }
        }
        guard isBound else { return nil }
        if let backlog, listen(descriptor, backlog) != 0 { return nil }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// The next datagram; nil if none has arrived.
    func receive() -> String? {
        var chunk = [UInt8](repeating: 0, count: 1_024)
        // SAFETY: `recv` writes at most as many bytes as the array has.
        let count = unsafe chunk.withUnsafeMutableBytes {
            unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        return count < 0 ? nil : String(decoding: chunk[..<count], as: UTF8.self)
    }
}
