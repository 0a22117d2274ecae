import Foundation
import TestSupport

/// Runs the built `demarc` on a pseudo-terminal, like a user at a terminal.
enum Terminal {
    /// The screen after a command, and the command's exit status.
    struct Screen {
        let status: Int32
        /// The lines that the terminal received, from standard output and standard error together.
        let lines: [String]

        var text: String { lines.joined(separator: "\n") + "\n" }
    }

    private enum Failure: Error {
        case noTerminal(Int32)
    }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `demarc`.
    ///   - columns: The width of the terminal.
    ///   - folder: The working folder.
    ///   - environment: Variables in addition to `PATH` and `TERM`.
    ///   - errors: The file for standard error; nil for the terminal.
    /// - Returns: The screen.
    /// - Throws: An error if there is no pseudo-terminal or no such tool.
    static func run(
        _ arguments: [String],
        columns: UInt16,
        in folder: TemporaryFolder,
        environment: [String: String] = ["NO_COLOR": "1"],
        errors: String? = nil
    ) throws -> Screen {
        let (master, slave) = try open(columns)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["-k", "1", "60", Tool.path] + arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = Self.inherited.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = slave
        process.standardError = errors.flatMap { FileHandle(forWritingAtPath: $0) } ?? slave
        try process.run()
        try slave.close()
        let bytes = contents(of: master)
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return Screen(status: process.terminationStatus, lines: lines)
    }

    /// The environment of every process. The options of sanitizers are those of the test run: without them a sanitizer
    /// would write its leak report to the screen.
    private static let inherited: [String: String] = {
        let options = ProcessInfo.processInfo.environment.filter {
            $0.key.hasSuffix("SAN_OPTIONS") || $0.key == "SWIFT_BACKTRACE"
        }
        return options.merging(["PATH": "/usr/bin:/bin", "TERM": "xterm"]) { $1 }
    }()

    /// All output to a terminal, read while it is written, because a terminal holds only a few thousand bytes.
    private static func contents(of master: FileHandle) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            // SAFETY: `read` writes at most as many bytes as the block has.
            let count = unsafe read(master.fileDescriptor, &block, block.count)
            // When the last writer is gone, reading ends with an error. A `FileHandle` then loses everything it has
            // read.
            guard count > 0 else { return bytes }
            bytes += block[..<count]
        }
    }

    // The requests that `unlockpt` and `ptsname` make on Linux; Glibc's module lacks both functions and these macros.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private static func open(_ columns: UInt16) throws -> (master: FileHandle, slave: FileHandle) {
        let master = unsafe Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: UInt32 = 0
        // SAFETY: paths are lent as NUL-terminated strings; each ioctl call reads or writes one value of the type that
        // Linux defines for it, which outlives the call.
        guard master >= 0, unsafe ioctl(master, setLock, &locked) == 0, unsafe ioctl(master, getNumber, &number) == 0
        else { throw Failure.noTerminal(errno) }
        let slave = unsafe Glibc.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard slave >= 0, unsafe ioctl(slave, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure.noTerminal(errno) }
        return (
            FileHandle(fileDescriptor: master, closeOnDealloc: true),
            FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        )
    }
}
