import ArgumentParser
import Glibc

/// Standard input, standard output and standard error, as the process finds them when it starts.
enum StandardStreams {
    /// Opens `/dev/null` for every standard stream that is closed.
    ///
    /// Otherwise the next file that is opened gets its number: a summary would be written into the results, and a run
    /// would wait for its own signals. What opens is of no use on purpose, as in the C library's own check of
    /// privileged programs: standard input cannot be read, and the others cannot be written. A command that needs one
    /// fails as it does for any other error; results that went nowhere are not a success.
    static func openClosed() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
            // SAFETY: the path is a literal, lent as a NUL-terminated string for the call. The lowest number that is free
            // is the one that was found closed, because those below it are open by now.
            guard unsafe open("/dev/null", mode | O_NOCTTY) == descriptor else { exit(ExitStatus.unreadable.rawValue) }
        }
    }

    /// Makes a write beyond the limit for the size of files fail (`EFBIG`), instead of ending the process at once.
    ///
    /// A command then says what happened, and removes its temporary files.
    static func refuseOversizedFiles() { _ = signal(SIGXFSZ, SIG_IGN) }

    /// Waits until a descriptor takes bytes.
    ///
    /// Somebody who shares a pipe or terminal with us may have made it non-blocking; then a write that would have to
    /// wait fails (`EAGAIN`) instead.
    static func waitToWrite(to descriptor: Int32) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // SAFETY: `poll` reads and writes one `pollfd`, which lives until the call returns.
        _ = unsafe poll(&waited, 1, -1)
    }
}
