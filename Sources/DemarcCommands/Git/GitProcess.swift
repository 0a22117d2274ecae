import ByteText
import DocumentReading
import Glibc

/// Runs `git` without a shell, and captures its output and status.
///
/// All unsafe code that handles processes is in this file.
struct GitProcess {
    /// Its standard output.
    let output: [UInt8]
    /// Its error message, in one line.
    let complaint: String
    /// Whether it exited with 0.
    let isSuccess: Bool

    /// The environment variables that `git` receives: locations, and its configuration. A hook that calls `demarc` also
    /// sets variables for its own index and folder, which must not apply here.
    private static let kept = [
        "PATH", "HOME", "USER", "TMPDIR", "SUDO_UID", "LD_LIBRARY_PATH", "XDG_CONFIG_HOME", "GIT_EXEC_PATH",
        "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
        "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    ]

    /// The variables with single settings. How many of them apply is for `git` to say, which reads `GIT_CONFIG_COUNT`
    /// less strictly than Swift reads a number, and reports a missing one.
    private static var settings: [String] {
        (0...).prefix { Console.variable("GIT_CONFIG_KEY_\($0)") != nil }
            .flatMap { ["GIT_CONFIG_KEY_\($0)", "GIT_CONFIG_VALUE_\($0)"] }
    }

    /// Objects come from the repository itself, nothing is fetched, nothing is prompted for, and messages are in one
    /// language.
    private static let fixed = [
        "LC_ALL=C", "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
    ]

    /// The maximum length of an error message.
    private static let mostComplaint = 4096

    /// Runs `git`.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, none of which contains a NUL. The caller must make sure that user input does not
    ///     look like an option.
    ///   - limit: The maximum number of bytes of output.
    /// - Throws: ``CommandError`` if it cannot be run, and ``FileError`` if its output is too large.
    init(_ arguments: [String], limit: Int = 64 << 20) throws {
        let (results, complaints) = (try Pipe(), try Pipe())
        let process = try Self.start(["git"] + arguments, results.input, complaints.input)
        results.closeInput()
        complaints.closeInput()
        var (output, complaint): ([UInt8], [UInt8]) = ([], [])
        var isTooLong = false
        var waited = [
            pollfd(fd: results.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: complaints.output, events: Int16(POLLIN), revents: 0),
        ]
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while waited.contains(where: { $0.fd >= 0 }) {
            // SAFETY: `poll` reads and writes as many entries as the array has, which lives until the call returns.
            guard unsafe poll(&waited, nfds_t(waited.count), -1) >= 0 else {
                if errno == EINTR { continue }
                break
            }
            for position in waited.indices where waited[position].revents != 0 {
                let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                    // SAFETY: `read` writes at most `buffer.count` bytes, all of them inside the array.
                    unsafe read(waited[position].fd, buffer.baseAddress, buffer.count)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    // `poll` ignores entries with a negative descriptor.
                    waited[position].fd = -1
                    continue
                }
                if position == 1 {
                    complaint += chunk[..<min(count, Self.mostComplaint - complaint.count)]
                } else if output.count + count > limit {
                    isTooLong = true
                } else {
                    output += chunk[..<count]
                }
            }
        }
        var status: Int32 = -1
        // SAFETY: `status` lives until the call returns; no other code waits for this child process.
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard !isTooLong else { throw FileError.tooLarge(limit: limit) }
        self.output = output
        // Every status other than an exit with 0 is nonzero.
        isSuccess = status == 0
        let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n")
        self.complaint = lines.prefix(2).joined(separator: "; ")
    }

    private static func start(_ arguments: [String], _ output: Int32, _ errors: Int32) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw failure(errno) }
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        // SAFETY: `actions` was initialized above and lives to the end of the function; the path is passed for the
        // call.
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        let variables = (kept + settings).compactMap { name in Console.variable(name).map { "\(name)=\($0)" } }
        // SAFETY: each text is copied to its own memory, which is freed once, after the call that reads it.
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var environment = unsafe (variables + fixed).map { unsafe strdup($0) } + [nil]
        defer { unsafe environment.forEach { unsafe free($0) } }
        var process: pid_t = 0
        // SAFETY: both arrays end with nil and live until the call returns.
        let error = unsafe posix_spawnp(&process, "git", &actions, nil, &words, &environment)
        guard error == 0 else { throw failure(error) }
        return process
    }

    private static func failure(_ error: Int32) -> CommandError {
        error == ENOENT
            ? .unreadable("--git needs `git`, which is not on the path")
            : .unreadable("cannot run `git`: \(SystemErrorText.of(error))")
    }
}

/// A pipe whose ends are both closed in child processes.
private final class Pipe {
    let output: Int32
    private(set) var input: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        // SAFETY: `pipe` writes two numbers, which the array has room for.
        guard unsafe pipe(&ends) == 0 else {
            throw CommandError.unreadable("cannot run `git`: \(SystemErrorText.of(errno))")
        }
        (output, input) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    func closeInput() {
        guard input >= 0 else { return }
        _ = close(input)
        input = -1
    }

    deinit {
        closeInput()
        _ = close(output)
    }
}
