import Diagnostics

/// Names in messages: the one that is unknown, the one that was probably meant, and those that there are.
package enum NameList {
    /// How many names are listed before the rest is only counted.
    private static let listed = 20

    /// A name as it may be shown.
    package static func shown(_ name: String) -> String { VisibleText.of(String(name.prefix(64))) }

    /// `` , did you mean `name`?``, or nothing.
    package static func hint(_ name: String, _ known: [String]) -> String {
        NearMiss.suggestion(for: name, among: known).map { ", did you mean `\(shown($0))`?" } ?? ""
    }

    /// The names between commas.
    package static func list(_ names: [String]) -> String {
        let shown = names.prefix(listed).map { "`\(Self.shown($0))`" }.joined(separator: ", ")
        return names.count > listed ? "\(shown) and \(names.count - listed) more" : shown
    }
}
