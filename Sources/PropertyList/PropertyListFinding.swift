/// A problem of a property list, before it knows its file.
struct PropertyListFinding: Hashable {
    var code: PropertyListFindingCode
    /// Lower case, one line, no final period.
    var message: String
    /// The bytes it stands at.
    var place: Range<Int>
    /// Another place it speaks of.
    var other: Range<Int>?
    /// What to do next.
    var help: String?
    /// What to write at `place`, if there is exactly one thing.
    var fix: String?

    init(
        _ code: PropertyListFindingCode,
        _ message: String,
        at place: Range<Int>,
        and other: Range<Int>? = nil,
        help: String? = nil,
        fix: String? = nil
    ) {
        self.code = code
        self.message = message
        self.place = place
        self.other = other
        self.help = help
        self.fix = fix
    }
}
