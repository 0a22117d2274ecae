import Glibc
import NIOCore

/// Reports the server's state to the service manager: the [protocol of
/// `sd_notify`](https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html), one datagram for each message.
public final class ServiceManager: Sendable {
    private let path: String?
    /// How often the manager expects a sign of life; nil for never.
    public let watchdogInterval: Duration?

    /// Reads the environment set by the service manager.
    ///
    /// - Parameter environment: The environment variables of the process.
    public init(_ environment: [String: String]) {
        path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty || $0.utf8.count > 107 ? nil : $0 }
        // The variable may be intended for a parent process.
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        watchdogInterval =
            isMeant ? environment["WATCHDOG_USEC"].flatMap { Int($0) }.map { .microseconds(max($0, 2_000) / 2) } : nil
    }

    /// Reports that the server is ready.
    public func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }

    /// Reports that a reload starts; ``ready(_:)`` ends it.
    public func reloading() {
        // The manager compares this with CLOCK_MONOTONIC, the clock that SwiftNIO uses.
        send("RELOADING=1\nMONOTONIC_USEC=\(NIODeadline.now().uptimeNanoseconds / 1_000)")
    }

    /// Reports that the server is about to end.
    public func stopping() { send("STOPPING=1") }

    /// Sends a sign of life.
    public func alive() { send("WATCHDOG=1") }

    /// Sends a message. If the manager does not accept it, the server continues.
    private func send(_ message: String) {
        guard let path else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        // A name that begins with @ is in the abstract namespace, where it begins with a NUL.
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        // SAFETY: the name has at most 107 bytes and the field 108; both buffers live until the calls return.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let bytes = Array(message.utf8)
        // SAFETY: the address is a complete `sockaddr_un`, of which the call reads `length` bytes; `sendto` reads the
        // bytes of the array and keeps none.
        _ = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bytes.withUnsafeBytes { buffer in
                    unsafe sendto(
                        descriptor,
                        buffer.baseAddress,
                        buffer.count,
                        Int32(MSG_NOSIGNAL),
                        address,
                        length
                    )
                }
            }
        }
    }
}
