import Glibc

/// Shows the progress of a long run on standard error: after one second, on a terminal, if results go elsewhere.
struct ProgressBar {
    private static let firstShown = 1_000_000_000
    private static let interval = 100_000_000
    private static let width = 30

    private let isEnabled: Bool
    private let start = Clock.monotonic
    private var lastShown = 0
    private var isShown = false

    /// Creates a progress bar.
    ///
    /// - Parameter isEnabled: False to suppress it; it is also suppressed unless standard error is a terminal.
    init(isEnabled: Bool) { self.isEnabled = isEnabled && Console.isTerminal(STDERR_FILENO) }

    /// Updates the bar if it is time to do so.
    ///
    /// - Parameters:
    ///   - done: The number of bytes or URLs done.
    ///   - total: The total number; nil if it is unknown, in which case a count replaces the bar.
    ///   - count: A description of what is done.
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

    /// Removes the bar.
    mutating func clear() {
        if isShown { Console.note("\r\u{1B}[K") }
        isShown = false
    }
}
