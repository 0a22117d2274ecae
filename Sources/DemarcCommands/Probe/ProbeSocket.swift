import Glibc

/// A socket of this process. All unsafe code that handles sockets is in this file.
///
/// Only ``wait(_:milliseconds:)`` blocks: a probe is one loop over its client, its site and their connections, so it
/// needs no threads.
@safe
struct ProbeSocket: ~Copyable {
    let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    /// The address that a socket listens at, or is connected to.
    struct Address: Equatable {
        /// The bytes of a `sockaddr`.
        fileprivate let bytes: [UInt8]
        fileprivate let family: Int32
        /// Whether it is a loopback address.
        let isLoopback: Bool

        /// Looks up a host. Nil if it has no address; otherwise the first address is used. IPv6 addresses have no
        /// brackets.
        init?(host: String, port: UInt16) {
            guard !host.utf8.contains(0) else { return nil }
            var hints = unsafe addrinfo()
            unsafe hints.ai_family = AF_UNSPEC
            unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            unsafe hints.ai_flags = AI_NUMERICSERV
            var list: UnsafeMutablePointer<addrinfo>?
            // SAFETY: both texts are passed NUL-terminated for the call; the list is read before it is freed, and freed
            // once.
            guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else {
                return nil
            }
            defer { unsafe freeaddrinfo(list) }
            guard let address = unsafe first.pointee.ai_addr else { return nil }
            let length = unsafe Int(first.pointee.ai_addrlen)
            let buffer = unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(address), count: length)
            let bytes = unsafe Array(buffer)
            self.bytes = bytes
            family = unsafe first.pointee.ai_family
            // `sockaddr_in` has the address after family and port, `sockaddr_in6` after the flow label as well.
            switch family {
            case AF_INET: isLoopback = bytes.count >= 8 && bytes[4] == 127
            case AF_INET6:
                isLoopback = bytes.count >= 24 && Array(bytes[8..<24]) == [UInt8](repeating: 0, count: 15) + [1]
            default: return nil
            }
        }
    }

    /// Opens a connection, without waiting until it is established.
    static func connecting(to address: Address) -> ProbeSocket? {
        guard let descriptor = open(address.family) else { return nil }
        let opened = ProbeSocket(descriptor: descriptor)
        // SAFETY: the bytes are a complete `sockaddr` from the system, and are passed for the call.
        let result = unsafe address.bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return Int32(-1) }
            return unsafe connect(
                descriptor,
                start.assumingMemoryBound(to: sockaddr.self),
                socklen_t(buffer.count)
            )
        }
        guard result == 0 || errno == EINPROGRESS else { return nil }
        return opened
    }

    /// Listens on an address.
    static func listening(on address: Address) -> ProbeSocket? {
        guard let descriptor = open(address.family) else { return nil }
        let opened = ProbeSocket(descriptor: descriptor)
        var yes: Int32 = 1
        // SAFETY: the option is an `Int32` that lives until the call returns.
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        // SAFETY: as for `connect`.
        let bound = unsafe address.bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return Int32(-1) }
            return unsafe bind(descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
        }
        guard bound == 0, listen(descriptor, 64) == 0 else { return nil }
        return opened
    }

    private static func open(_ family: Int32) -> Int32? {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC, 0)
        return descriptor >= 0 ? descriptor : nil
    }

    /// The next connection of a listening socket; nil if none is pending.
    func accept() -> ProbeSocket? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        return ProbeSocket(descriptor: accepted)
    }

    /// The result of reading or writing.
    enum Progress: Equatable {
        case bytes(Int)
        case later
        case ended
    }

    /// Appends what has arrived.
    func receive(into bytes: inout [UInt8]) -> Progress {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // SAFETY: the buffer is passed for the call, with its size.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            bytes += buffer[..<count]
            return .bytes(count)
        }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .later : .ended
    }

    /// Sends as many bytes as the system accepts.
    func send(_ bytes: ArraySlice<UInt8>) -> Progress {
        // SAFETY: the bytes are passed for the call, with their count; a closed connection raises no signal.
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 { return .bytes(count) }
        return errno == EAGAIN || errno == EINTR || errno == ENOTCONN ? .later : .ended
    }

    /// What to wait for on a descriptor.
    struct Interest {
        var descriptor: Int32
        var writes: Bool
    }

    /// Waits until a socket is readable or writable.
    ///
    /// - Returns: The descriptors that are ready, including those with errors or at their end.
    static func wait(_ interests: [Interest], milliseconds: Int32) -> Set<Int32> {
        var entries = interests.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN) | ($0.writes ? Int16(POLLOUT) : 0), revents: 0)
        }
        // SAFETY: the array is passed for the call, with its count.
        let count = unsafe entries.withUnsafeMutableBufferPointer {
            unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds)
        }
        guard count > 0 else { return [] }
        return Set(entries.filter { $0.revents != 0 }.map(\.fd))
    }
}
