/// Names for generated URLs, which no rule is expected to name.
///
/// Every search uses the same names, so a URL that two of them generate is one URL, and a name below a host is
/// recognized as generated.
enum FreshNames {
    /// A label of a host, and a piece of a path.
    static let label = "demarc-x"
    /// The label and the dot behind it, to be put in front of another host.
    static let prefix = "\(label)."
    /// A label that only a scheme with opaque hosts can have; a special scheme would read a space.
    static let unreadableLabel = "demarc%20x"

    /// Credentials that end with a backslash, before which a browser may end the host.
    static let otherCredentials = "\(label)%5C@"

    /// A host that no rule matches, unless a rule matches all of `example`.
    static let host = "\(label).example"
    /// A URL of the host.
    static let url = "https://\(host)/"

    /// The name of a host below another.
    static func below(_ host: String) -> String { prefix + host }

    /// The host above a generated name.
    ///
    /// - Parameters:
    ///   - host: A host of a generated URL.
    ///   - labels: The generated labels that count.
    /// - Returns: The rest after such a label; nil if the host does not begin with one.
    static func parent(of host: String, behind labels: [String] = [label]) -> Substring? {
        for label in labels where host.hasPrefix(label + ".") { return host.dropFirst(label.utf8.count + 1) }
        return nil
    }
}
