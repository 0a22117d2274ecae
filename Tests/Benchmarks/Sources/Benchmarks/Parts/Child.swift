import Foundation
import Glibc

/// A command that has finished, and its resource usage.
struct Child {
    let status: Int32
    /// User and system time in seconds.
    let seconds: Double
    /// The peak memory usage in MiB.
    let peakMebibytes: Double
    /// The beginning of its output on standard output and standard error.
    let output: String

    /// Runs a command with `input` as its standard input; nil if it cannot be started.
    ///
    /// - Parameters:
    ///   - command: The path of the executable, and its arguments.
    ///   - input: The file for standard input.
    ///   - output: The file for standard output; `/dev/null` for none.
    init?(_ command: [String], input: String = "/dev/null", output: String = "/dev/null") {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let errors = NSTemporaryDirectory() + "/demarc-bench-\(getpid()).txt"
        defer { unsafe unlink(errors) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var process: pid_t = 0
        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        // SAFETY: the arguments are C strings that live until the end of the function, and end with nil.
        guard let path = command.first, unsafe posix_spawn(&process, path, &actions, nil, &arguments, environ) == 0
        else {
            return nil
        }
        var (status, usage) = (Int32(0), rusage())
        guard unsafe wait4(process, &status, 0, &usage) == process else { return nil }
        // A status of 0 means a normal exit; the exit status is in the second byte.
        self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        let times = [usage.ru_utime, usage.ru_stime]
        seconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        peakMebibytes = Double(usage.ru_maxrss) / 1_024
        let texts = [output == "/dev/null" ? nil : output, errors].compactMap { $0 }
        self.output =
            texts.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.joined().prefix(4_000).description
    }
}
