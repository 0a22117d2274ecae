/// What kind of load a navigation is.
public enum Frame: String, CaseIterable, Hashable, Sendable {
    /// The page of a web view.
    case top
    /// A frame inside a page.
    case sub
    /// A resource of a page: image, script, style sheet, fetch.
    case resource
}
