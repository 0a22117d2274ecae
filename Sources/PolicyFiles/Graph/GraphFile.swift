/// A file that policies are read from, searched once however many policies of a document name it.
struct GraphFile {
    /// The path that findings show.
    var path: String
    /// The policies in it; nil where it could not be read, which has been reported.
    var search: PolicySearch?
    /// The value that holds all others.
    var root: YAMLNode?
    /// Which policies of other kinds have been reported as left out.
    var hasReportedOthers = false
}
