import ArgumentParser
import Glibc

/// Standard input, standard output and standard error, as inherited at process start.
enum StandardStreams {
    /// Opens `/dev/null` for every standard stream that is closed.
    ///
    /// Otherwise the next file that is opened would get its number: a summary would be written into the results, or a
    /// run would wait for its own signals. The replacement is deliberately unusable, as in the C library's own check
    /// for privileged programs: standard input cannot be read, and the others cannot be written. A command that needs
    /// such a stream fails as it does for any other error; results that went nowhere are not a success.
    static func openClosed() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
            // SAFETY: the path is a literal, passed as a NUL-terminated string for the call. The lowest free number is
            // the one that was found closed, because those below it are already open.
            guard unsafe open("/dev/null", mode | O_NOCTTY) == descriptor else { exit(ExitStatus.unreadable.rawValue) }
        }
    }

    /// Whether standard input can be read, which it cannot be if it was closed at process start.
    static var hasInput: Bool {
        let flags = fcntl(STDIN_FILENO, F_GETFL)
        return flags >= 0 && flags & O_ACCMODE != O_WRONLY
    }

    /// Makes a write beyond the file size limit fail (`EFBIG`) instead of ending the process immediately.
    ///
    /// A command can then report the error, and remove its temporary files.
    static func refuseOversizedFiles() { _ = signal(SIGXFSZ, SIG_IGN) }

    /// Waits until a descriptor is writable.
    ///
    /// Another process that shares a pipe or terminal with this one may have made it non-blocking; a write that would
    /// block then fails (`EAGAIN`) instead.
    static func waitToWrite(to descriptor: Int32) {
        _ = Polling.wait(for: POLLOUT, on: descriptor)
    }
}
