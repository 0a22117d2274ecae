import Glibc
import Synchronization

/// The terminal, or whatever is in its place.
enum Console {
    /// Writes a text to standard error.
    static func note(_ text: String) {
        var stream = OutputStream(descriptor: STDERR_FILENO)
        stream.append(text: text)
        stream.flush()
    }

    /// Whether somebody sees what is written to a descriptor, or types what is read from it.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// What `--color` says. It is set once, while arguments are read.
    private static let color = Atomic<Int>(0)

    /// Takes what `--color` says.
    static func choose(_ choice: ColorChoice) {
        color.store(ColorChoice.allCases.firstIndex(of: choice) ?? 0, ordering: .relaxed)
    }

    /// Whether what is written to a descriptor may be coloured.
    ///
    /// `--color` counts most. Then [NO_COLOR](https://no-color.org) says no, and
    /// [FORCE_COLOR](https://force-color.org) or [CLICOLOR_FORCE](https://bixense.com/clicolors/) says yes. Otherwise
    /// there is colour on a terminal that can show it.
    static func usesColor(_ descriptor: Int32) -> Bool {
        switch ColorChoice.allCases[color.load(ordering: .relaxed)] {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if variable("NO_COLOR")?.isEmpty == false { return false }
        // Some tools write 0 or false to say that nothing is forced.
        if ["FORCE_COLOR", "CLICOLOR_FORCE"].contains(where: { !["", "0", "false"].contains(variable($0) ?? "") }) {
            return true
        }
        return isTerminal(descriptor) && variable("TERM") != "dumb"
    }

    /// A variable of the environment.
    static func variable(_ name: String) -> String? {
        // SAFETY: both are NUL-terminated; the text is copied before anything could change the environment.
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// What the system calls one of its errors.
    static func description(of error: Int32) -> String {
        // SAFETY: `strerror` returns a NUL-terminated text, which is copied at once.
        guard let text = unsafe strerror(error) else { return "system error \(error)" }
        return unsafe String(cString: text)
    }
}

/// Shows on standard error how far a long run has come: after a second, on a terminal, where results go elsewhere.
struct ProgressBar {
    private static let firstShown = 1_000_000_000
    private static let interval = 100_000_000
    private static let width = 30

    private let isEnabled: Bool
    private let start = Clock.monotonic
    private var lastShown = 0
    private var isShown = false

    /// Makes a bar.
    ///
    /// - Parameter isEnabled: False where nobody wants to see one; nobody does unless standard error is a terminal.
    init(isEnabled: Bool) { self.isEnabled = isEnabled && Console.isTerminal(STDERR_FILENO) }

    /// Shows the bar if it is time to.
    ///
    /// - Parameters:
    ///   - done: The bytes or URLs done.
    ///   - total: How many there are; nil if it is not known, and then there is no bar but a count.
    ///   - count: What is said to be done.
    mutating func update(done: Int, total: Int?, _ count: @autoclosure () -> String) {
        guard isEnabled else { return }
        let now = Clock.monotonic
        guard now - start > Self.firstShown, now - lastShown > Self.interval else { return }
        lastShown = now
        isShown = true
        guard let total, total > 0 else { return Console.note("\r\u{1B}[K\(count())") }
        let filled = min(Self.width, done * Self.width / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        Console.note("\r\u{1B}[K\(bar) \(min(100, done * 100 / total)) %  \(count())")
    }

    /// Takes the bar away.
    mutating func clear() {
        if isShown { Console.note("\r\u{1B}[K") }
        isShown = false
    }
}

/// The clocks of the system, in nanoseconds.
enum Clock {
    /// Time that goes on whatever anyone does.
    static var monotonic: Int { read(CLOCK_MONOTONIC) }

    /// The processor time that the calling thread has taken. Other processes do not add to it.
    static var threadCPU: Int { read(CLOCK_THREAD_CPUTIME_ID) }

    /// The time of day, since 1970 in UTC. Somebody may set it.
    static var realTime: Int { read(CLOCK_REALTIME) }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        // SAFETY: `time` is a whole `timespec` that lives until the call returns.
        _ = unsafe clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The version of the command line.
enum DemarcVersion {
    /// What `demarc --version` prints.
    static var current: String { "0.1.0" }
}
