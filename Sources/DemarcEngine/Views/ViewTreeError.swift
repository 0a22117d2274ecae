/// Why a change to the view tree was refused.
public enum ViewTreeError: String, Error, CaseIterable, Hashable, Sendable {
    /// The view, or the parent named, was removed or belongs to another engine.
    case unknownView
    /// A web view is a leaf: nothing can be added below it.
    case parentIsWebView
    /// A view cannot be moved below itself.
    case cycle
    /// Only a web view itself can have a rule set, a delegate or a page.
    case notAWebView
    /// Another view has the name.
    case duplicateName
    /// A later navigation of the view was reported already.
    case outdatedNavigation
}
