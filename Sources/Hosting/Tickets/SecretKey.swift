import ByteText
import Glibc

/// A secret key for message authentication codes: of tickets, and of the pseudonyms in a log.
///
/// It never reveals its bytes when printed. The codes of two uses of the same key are unrelated.
public struct SecretKey: Sendable {
    /// What a key is used for; the name is part of the input of every code.
    enum Use: String {
        case ticket = "demarc ticket"
        case account = "demarc account"
    }

    /// The minimum length of a key; HMAC gains nothing from more.
    public static let leastCount = 32
    /// The maximum length of a key.
    public static let mostCount = 4096

    private let bytes: [UInt8]

    /// Creates a key.
    ///
    /// - Parameter bytes: From ``leastCount`` to ``mostCount`` random bytes.
    /// - Throws: ``SecretKeyError``.
    public init(_ bytes: [UInt8]) throws(SecretKeyError) {
        guard bytes.count >= Self.leastCount else { throw .tooShort(bytes.count) }
        guard bytes.count <= Self.mostCount else { throw .tooLong(limit: Self.mostCount) }
        self.bytes = bytes
    }

    /// Reads a key from a file: all of its bytes, including a final line feed.
    ///
    /// - Parameter path: A plain file that only its owner can write to and that is not world-readable.
    /// - Throws: ``SecretKeyError``.
    public init(contentsOf path: String) throws(SecretKeyError) {
        try self.init(KeyFile.bytes(of: path, limit: Self.mostCount))
    }

    /// A new key from the system's random number generator.
    public static func random() -> SecretKey {
        var random = SystemRandomNumberGenerator()
        return SecretKey(unchecked: (0..<leastCount).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// The authentication codes for one use of the key.
    func codes(for use: Use) -> HMACSHA256 {
        HMACSHA256(key: HMACSHA256(key: bytes).code(of: use.rawValue.utf8.span))
    }
}

extension SecretKey: CustomStringConvertible, CustomReflectable {
    /// The name of the type, without the key.
    public var description: String { "SecretKey" }

    /// A mirror without children, so that `dump` does not reveal the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a key is rejected.
public enum SecretKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has only this many bytes.
    case tooShort(Int)
    /// It has more bytes than a key of its kind may have.
    case tooLong(limit: Int)
    /// It is not a plain file.
    case notAFile
    /// Others than its owner can write to it, or it is world-readable.
    case tooOpen(mode: Int)
    /// The system denies access, with this `errno`.
    case refused(CInt)

    /// What is wrong, and how to fix it.
    public var description: String {
        switch self {
        case .tooShort(let count):
            "the key has \(count) bytes; it needs \(SecretKey.leastCount), which `head -c 32 /dev/urandom` produces"
        case .tooLong(let limit): "the key has more than \(limit) bytes"
        case .notAFile: "the key is not a regular file"
        case .tooOpen(let mode): "others can read or change the key (mode \(String(mode, radix: 8))); use `chmod 600`"
        case .refused(let code): "the file cannot be read: \(SystemErrorText.of(code))"
        }
    }
}

/// A key on disk: one of ours, or the private key of a certificate. All unsafe code that handles keys is in this type.
public enum KeyFile {
    /// The permissions that the group and the world must not have.
    private static let forbidden: mode_t = 0o037

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - path: A plain file that only its owner can write to and that is not world-readable. Links are followed.
    ///   - limit: The maximum size in bytes.
    /// - Returns: All of its bytes.
    /// - Throws: ``SecretKeyError``.
    public static func bytes(of path: String, limit: Int) throws(SecretKeyError) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .refused(ENOENT) }
        // The checks apply to the file that was opened, whatever the path refers to by then; opening a pipe does not
        // block.
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .refused(errno) }
        defer { _ = close(descriptor) }
        var status = stat()
        // SAFETY: `status` is a complete `stat` that lives until the call returns.
        guard unsafe fstat(descriptor, &status) == 0 else { throw .refused(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard status.st_mode & forbidden == 0 else { throw .tooOpen(mode: Int(status.st_mode & 0o7777)) }
        guard status.st_size <= limit else { throw .tooLong(limit: limit) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                // SAFETY: `read` writes at most the remaining bytes, all of them inside the buffer.
                unsafe Glibc.read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
            }
            if read < 0 {
                if errno == EINTR { continue }
                throw .refused(errno)
            }
            guard read > 0 else { break }
            count += read
        }
        // The file may have grown since its size was read.
        guard count <= limit else { throw .tooLong(limit: limit) }
        return Array(bytes.prefix(count))
    }
}
