import Foundation
import Glibc
import Synchronization

/// A program that runs with a pipe in each direction, as the leader of its own process group.
///
/// Foundation's `Process` permanently keeps some memory and the pipes of every process that it has started, which a
/// service that starts browsers all day cannot afford.
///
/// Safe to use from any thread.
final class SpawnedProcess: Sendable {
    /// Why a program could not be started, as an `errno` value.
    struct Failure: Error, CustomStringConvertible {
        var number: CInt
        // SAFETY: the text is copied before any other code can request another text.
        var description: String { unsafe String(cString: strerror(number)) }
    }

    /// The program's output on descriptor 4. The reader closes it.
    let messages: CInt
    /// The program's input on descriptor 3. The writer closes it.
    let commands: CInt

    /// The process, until it has been waited for: until then, its id cannot be reused.
    private let leader: Mutex<pid_t?>

    /// Starts a program that inherits nothing from this process: no descriptors except the two pipes, no environment
    /// variables, no signal masks.
    ///
    /// - Parameters:
    ///   - program: A path, or a name to look up.
    ///   - arguments: Its arguments.
    ///   - environment: Its environment variables.
    /// - Throws: ``Failure``.
    init(_ program: String, _ arguments: [String], environment: [String: String]) throws(Failure) {
        let toProgram = try Self.pipe()
        let fromProgram: (reading: CInt, writing: CInt)
        do throws(Failure) {
            fromProgram = try Self.pipe()
        } catch {
            close(toProgram.reading)
            close(toProgram.writing)
            throw error
        }
        // The program's own copies of its ends stay open for as long as it lives.
        defer {
            close(toProgram.reading)
            close(fromProgram.writing)
        }
        do throws(Failure) {
            let process = try Self.spawn(
                [program] + arguments,
                environment.map { "\($0)=\($1)" },
                reading: toProgram.reading,
                writing: fromProgram.writing
            )
            leader = Mutex(process)
        } catch {
            close(toProgram.writing)
            close(fromProgram.reading)
            throw error
        }
        (messages, commands) = (fromProgram.reading, toProgram.writing)
    }

    /// The process id; nil once the process has been waited for.
    var id: pid_t? { leader.withLock { $0 } }

    /// Kills the program and its group, and waits until it has ended.
    func end() async {
        leader.withLock { leader in
            if let leader { kill(-leader, SIGKILL) }
        }
        while !hasEnded() { try? await Task.sleep(for: .milliseconds(20)) }
    }

    private func hasEnded() -> Bool {
        leader.withLock { leader in
            // The exit status is not needed; the result is 0 as long as the process is running.
            guard let process = leader, waitpid(process, nil, WNOHANG) == 0 else {
                leader = nil
                return true
            }
            return false
        }
    }

    /// A pipe whose descriptors are above those that a program receives, and that no other program inherits.
    private static func pipe() throws(Failure) -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [0, 0]
        // SAFETY: the array has room for the two descriptors.
        guard unsafe Glibc.pipe(&ends) == 0 else { throw Failure(number: errno) }
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 5) }
        let number = errno
        for end in ends { close(end) }
        guard !moved.contains(-1) else {
            for end in moved where end >= 0 { close(end) }
            throw Failure(number: number)
        }
        return (moved[0], moved[1])
    }

    /// The descriptors that a program would inherit, beyond those that it receives.
    ///
    /// Sockets are not marked close-on-exec: otherwise, a browser would inherit the sockets of all other sessions. A
    /// descriptor that is opened in the meantime gets a low number, so closing a few more than currently exist also
    /// covers it.
    private static func inherited() -> Range<CInt> {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let highest = open.compactMap { CInt($0) }.max() ?? 1024
        return 5..<max(5, highest) + 64
    }

    private static func spawn(
        _ command: [String],
        _ environment: [String],
        reading: CInt,
        writing: CInt
    ) throws(Failure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for standard in 0...2 as ClosedRange<CInt> {
            unsafe posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, reading, 3)
        unsafe posix_spawn_file_actions_adddup2(&actions, writing, 4)
        for descriptor in inherited() { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        var none = sigset_t()
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe variables.forEach { unsafe free($0) } }
        var process: pid_t = 0
        // SAFETY: both lists contain C strings that live to the end of the function, and end with nil; the actions and
        // the attributes, which were initialized above, live as long.
        let number = unsafe posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &variables)
        guard number == 0 else { throw Failure(number: number) }
        return process
    }
}
