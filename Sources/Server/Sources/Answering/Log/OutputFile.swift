import Foundation

/// An open file, pipe, terminal or socket that lines are appended to.
///
/// A regular file takes every write at once. Anything else may have to be read first, so writing to it has a deadline.
/// All unsafe code of the log is here.
final class OutputFile: Sendable {
    private let descriptor: Int32
    private let isOwned: Bool
    private let isRegular: Bool

    private init(_ descriptor: Int32, isOwned: Bool, isRegular: Bool) {
        (self.descriptor, self.isOwned, self.isRegular) = (descriptor, isOwned, isRegular)
    }

    deinit { if isOwned { _ = Glibc.close(descriptor) } }

    /// Opens a file for appending, and creates it if necessary.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The open file.
    /// - Throws: ``AnsweringError`` if lines cannot be appended to it. Never waits, even if there is a pipe that nobody
    ///   reads in place of the file.
    static func open(appendingTo path: String) throws(AnsweringError) -> OutputFile {
        // Only the operator may see URLs and accounts. `O_APPEND` allows a rotation to truncate the file. Without
        // `O_NONBLOCK`, opening a pipe would wait for its reader, and writing to a terminal for its user.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        // SAFETY: Swift passes the path to the call as a C string.
        let descriptor = unsafe Glibc.open(path, flags, 0o640)
        guard descriptor >= 0 else {
            let error = POSIXErrorCode(rawValue: errno) ?? .EIO
            throw .log(path: path, reason: obstacle(at: path) ?? error.sentence)
        }
        let opened = status(of: descriptor)
        let file = OutputFile(descriptor, isOwned: true, isRegular: opened.map(kind) == S_IFREG)
        if let opened, let reason = obstacle(opened) { throw .log(path: path, reason: reason) }
        return file
    }

    /// Standard error of this process.
    static var standardError: OutputFile { stream(STDERR_FILENO) }

    /// A stream that this process was started with, such as standard error.
    ///
    /// A pipe or a terminal is opened again if the system permits that: only a descriptor of our own can be set to
    /// never wait, because the setting also applies to every other process that shares the stream.
    ///
    /// - Parameter descriptor: The descriptor of the stream, which must stay open.
    /// - Returns: The stream.
    static func stream(_ descriptor: Int32) -> OutputFile {
        let opened = status(of: descriptor).map(kind)
        if opened == S_IFIFO || opened == S_IFCHR {
            // SAFETY: as above.
            let own = unsafe Glibc.open(
                "/proc/self/fd/\(descriptor)",
                O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
            )
            if own >= 0 { return OutputFile(own, isOwned: true, isRegular: false) }
        }
        return OutputFile(descriptor, isOwned: false, isRegular: opened == S_IFREG)
    }

    // MARK: Kinds of files

    /// Why lines cannot be appended to what a path names, judged by its kind; nil if they can, or if there is nothing.
    static func obstacle(at path: String) -> String? {
        var status = stat()
        // SAFETY: the path is passed as a C string, and `status` is a complete `stat`, both for the call.
        return unsafe fstatat(AT_FDCWD, path, &status, 0) == 0 ? obstacle(status) : nil
    }

    private static func obstacle(_ status: stat) -> String? {
        switch kind(status) {
        case S_IFREG, S_IFCHR: nil
        case S_IFDIR: "it is a folder"
        // `/dev/stdout` in a container is a pipe, which is open already.
        case S_IFIFO: isOwnStream(status) ? nil : "it is a pipe; name a file, or write `stderr`"
        case S_IFSOCK: "it is a socket; name a file, or write `stderr`"
        default: "it is a device; name a file, or write `stderr`"
        }
    }

    /// Whether a file is standard output or standard error of this process.
    private static func isOwnStream(_ file: stat) -> Bool {
        [STDOUT_FILENO, STDERR_FILENO].contains { stream in
            guard let own = status(of: stream) else { return false }
            return own.st_dev == file.st_dev && own.st_ino == file.st_ino
        }
    }

    /// The kind of a file: `S_IFREG`, `S_IFDIR` and so on.
    private static func kind(_ status: stat) -> mode_t { status.st_mode & S_IFMT }

    private static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        // SAFETY: the call writes one `stat`, which is what it gets.
        return unsafe fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Whether the file ends in the middle of a line. If that is unknown, it does: the worst result is an empty line.
    var endsInsideLine: Bool {
        guard isRegular, let status = Self.status(of: descriptor), status.st_size > 0 else { return false }
        // The descriptor is not for reading, and its path may be that of another file by now.
        guard let file = FileHandle(forReadingAtPath: "/proc/self/fd/\(descriptor)") else { return true }
        do {
            try file.seek(toOffset: UInt64(status.st_size - 1))
            return try file.read(upToCount: 1) != Data("\n".utf8)
        } catch {
            return true
        }
    }

    // MARK: Writing

    /// Waits until at least the beginning of a line can be written, or writing fails.
    func waitUntilWritable() { if !isRegular { _ = wait(until: nil) } }

    /// Writes lines.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - deadline: How long to wait for a reader. At least one attempt is made, and a regular file has no deadline.
    /// - Returns: The number of bytes that were written.
    func write(_ lines: [UInt8], until deadline: ContinuousClock.Instant) -> Int {
        var written = 0
        while written < lines.count {
            guard isRegular || wait(until: deadline) else { break }
            let portion = lines[written..<(isRegular ? lines.count : Self.endOfPortion(of: lines, from: written))]
            // SAFETY: the call reads the bytes of the slice and keeps none.
            let count = unsafe portion.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                break
            }
        }
        return written
    }

    /// The end of what is written next: whole lines that a pipe accepts in one piece, so that those of another writer
    /// are not put inside them. A longer line is divided.
    private static func endOfPortion(of lines: [UInt8], from start: Int) -> Int {
        let end = min(lines.count, start + Int(PIPE_BUF))
        guard end < lines.count else { return end }
        return lines[start..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? end
    }

    /// Waits until something can be written, or writing fails.
    ///
    /// - Parameter deadline: How long to wait; nil for ever.
    /// - Returns: False if the time is over.
    private func wait(until deadline: ContinuousClock.Instant?) -> Bool {
        while true {
            var limit: Int32 = -1
            if let deadline {
                let left: Duration = max(.zero, deadline - ContinuousClock.now)
                limit = Int32(min(1e9, (left / .milliseconds(1)).rounded(.up)))
            }
            var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            // SAFETY: `poll` reads and writes one `pollfd`, which lives until the call returns.
            let count = unsafe poll(&waited, 1, limit)
            // A signal ends the call early.
            guard count < 0, errno == EINTR else { return count != 0 }
        }
    }
}

extension POSIXErrorCode {
    /// A description of the error for an operator.
    fileprivate var sentence: String {
        switch self {
        case .EACCES, .EPERM: "permission to write was denied"
        case .ENOENT: "its folder does not exist"
        case .EROFS: "its file system is read-only"
        case .ENOSPC: "its disk is full"
        default: "system error \(rawValue) (\(self))"
        }
    }
}
