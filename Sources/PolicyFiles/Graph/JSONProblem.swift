/// Why a text is no JSON, and where.
struct JSONProblem: Error {
    var code: FindingCode
    var message: String
    var help: String?
    /// The bytes it stands at.
    var offsets: Range<Int>

    init(_ code: FindingCode, _ message: String, at offsets: Range<Int>, help: String? = nil) {
        self.code = code
        self.message = message
        self.offsets = offsets
        self.help = help
    }
}
