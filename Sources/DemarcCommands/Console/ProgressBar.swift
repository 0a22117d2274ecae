import Glibc

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
    ///   - total: How many there are; nil where nobody knows, and then there is no bar but a count.
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
