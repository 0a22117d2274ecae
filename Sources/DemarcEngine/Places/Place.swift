public import PolicyModel

/// Where content is copied from, or pasted into.
public enum Place: Hashable, Sendable {
    /// A view of the view tree, with the page that it shows.
    case view(ViewID)
    /// An external frame inside the page of a web view, which is unmanaged by itself; the host knows which frame has the
    /// focus.
    case externalFrame(ViewID)
    /// This app's own user interface in a window, or outside of any, under whoever acts there.
    case native(WindowID? = nil)
    /// This app's own user interface or data of an account.
    case account(AccountID)
    /// Another app.
    case app(AppID)
}
