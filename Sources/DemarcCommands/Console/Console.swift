import Glibc

/// The terminal, or whatever stands in its place.
enum Console {
    /// Writes a text to standard error.
    static func note(_ text: String) {
        var stream = OutputStream(descriptor: STDERR_FILENO)
        stream.append(text: text)
        stream.flush()
    }

    /// Whether somebody sees what is written to a descriptor, or types what is read from it.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether what is written to a descriptor may be coloured: a terminal that can, and nobody who says
    /// [NO_COLOR](https://no-color.org).
    static func usesColor(_ descriptor: Int32) -> Bool {
        isTerminal(descriptor) && (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
    }

    private static func variable(_ name: String) -> String? {
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
