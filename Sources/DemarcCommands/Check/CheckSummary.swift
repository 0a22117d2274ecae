/// What `demarc check` says on standard error when it is done.
struct CheckSummary {
    /// One line.
    let text: String

    init(_ tally: CheckTally, nanoseconds: Int) {
        let milliseconds = nanoseconds / 1_000_000
        let time =
            milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
        var text = tally.urls == 1 ? "1 URL" : "\(tally.urls) URLs"
        text += " in \(time): \(tally.allow) allow, \(tally.block) block, \(tally.route) route"
        if tally.invalid > 0 { text += "; \(tally.invalid) of the blocked are no URLs" }
        if tally.malformed.count > 0 { text += "; \(tally.malformed.count) malformed" }
        self.text = text + "\n"
    }
}
