import Diagnostics

extension PropertyListFinding {
    /// What a merge left behind.
    static func conflictMarker(at place: Range<Int>) -> PropertyListFinding {
        PropertyListFinding(
            .conflictMarker,
            "a conflict marker of a merge",
            at: place,
            help: "resolve the conflict: keep one side and remove the markers"
        )
    }

    /// A reference to something that isn't among the five entities that XML has.
    static func unknownEntity(_ reference: String, at place: Range<Int>) -> PropertyListFinding {
        PropertyListFinding(
            .unknownEntity,
            "there is no entity `\(Quoted.word(reference))`",
            at: place,
            help: "write the character itself; only `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;` have names"
        )
    }
}
