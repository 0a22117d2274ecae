/// The exceptions that ``FolderTests`` allows.
///
/// The tests fail for an entry that is no longer needed.
enum FolderExceptions {
    /// Two folders of a target that use each other.
    struct Pair {
        let target: String
        let first: String
        let second: String
        let reason: String

        init(_ target: String, _ first: String, _ second: String, because reason: String) {
            (self.target, self.first, self.second, self.reason) = (target, first, second, reason)
        }
    }

    /// Pairs that stay, each with the reason why the two are not one folder.
    static let pairs: [Pair] = []

    /// Folders with more than a dozen Swift files, and the maximum for each.
    static let sizes: [String: Int] = [:]
}
