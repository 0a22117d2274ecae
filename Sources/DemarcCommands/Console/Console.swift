import Diagnostics
import Glibc
import Hosting
import Synchronization

/// The terminal, or whatever the standard streams are connected to.
enum Console {
    /// Writes a text to standard error.
    static func note(_ text: String) {
        var stream = OutputStream(descriptor: STDERR_FILENO)
        stream.append(text: text)
        stream.flush()
    }

    /// Writes an error to standard error, fitted to the terminal.
    static func note(_ error: CommandError) {
        note(Page(of: STDERR_FILENO).block("demarc: error: \(error.message)", hanging: 2))
    }

    /// Whether a descriptor is a terminal, that is, whether a person sees the output or types the input.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The value of `--color`, set once while arguments are parsed.
    private static let color = Atomic<Int>(0)

    /// Sets the value of `--color`.
    static func choose(_ choice: ColorChoice) {
        color.store(ColorChoice.allCases.firstIndex(of: choice) ?? 0, ordering: .relaxed)
    }

    /// Whether output to a descriptor may be colored.
    ///
    /// `--color` takes precedence. Otherwise, [NO_COLOR](https://no-color.org) disables color, and
    /// [FORCE_COLOR](https://force-color.org) or [CLICOLOR_FORCE](https://bixense.com/clicolors/) enables it. Otherwise
    /// there is color on a terminal that supports it.
    static func usesColor(_ descriptor: Int32) -> Bool {
        switch ColorChoice.allCases[color.load(ordering: .relaxed)] {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if variable("NO_COLOR")?.isEmpty == false { return false }
        // Some tools write 0 or false to disable forcing.
        if ["FORCE_COLOR", "CLICOLOR_FORCE"].contains(where: { !["", "0", "false"].contains(variable($0) ?? "") }) {
            return true
        }
        return isTerminal(descriptor) && variable("TERM") != "dumb"
    }

    /// An environment variable.
    static func variable(_ name: String) -> String? {
        // SAFETY: both are NUL-terminated; the value is copied before the environment could change.
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

/// The clocks of the system, in nanoseconds, and its calendar.
enum Clock {
    /// A clock that cannot be set.
    static var monotonic: Int { read(CLOCK_MONOTONIC) }

    /// The CPU time of the calling thread. Other processes do not add to it.
    static var threadCPU: Int { read(CLOCK_THREAD_CPUTIME_ID) }

    /// The time of day, since 1970 in UTC. This clock can be set.
    static var realTime: Int { read(CLOCK_REALTIME) }

    /// The current date in UTC, so that a policy is judged by the same date everywhere.
    static var today: String { UTCTime.day(realTime / 1_000_000) }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        // SAFETY: `time` is a complete `timespec` that lives until the call returns.
        _ = unsafe clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The version of the command line.
enum DemarcVersion {
    /// The output of `demarc --version`.
    static var current: String { "0.1.0" }
}

extension SARIFReport {
    /// A log of this program.
    init(rules: [Rule]) { self.init(toolName: "demarc", toolVersion: DemarcVersion.current, rules: rules) }
}
