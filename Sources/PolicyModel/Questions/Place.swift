/// Where content is copied from, pasted into, or handled in another way.
///
/// The engine identifies views by their ids. Files, command lines and every ``Question`` identify them by their names:
/// that is a ``NamedPlace``.
public enum Place<ViewKey: Hashable & Sendable>: Hashable, Sendable {
    /// A view of the view tree, with the page that it shows.
    case view(ViewKey)
    /// An external frame inside the page of a web view. It is unmanaged on its own; the host determines which frame has
    /// the focus.
    case externalFrame(ViewKey)
    /// This app's own user interface in a window or outside any window, as the account that acts there.
    case native(WindowID? = nil)
    /// This app's own user interface or data that belongs to an account.
    case account(AccountID)
    /// Another app. The id of this app means ``native(_:)`` outside of any window.
    case app(AppID)

    /// The same place with its view identified in another way.
    package func mapView<Other, Failure: Error>(
        _ transform: (ViewKey) throws(Failure) -> Other
    ) throws(Failure) -> Place<Other> {
        switch self {
        case .view(let view): .view(try transform(view))
        case .externalFrame(let view): .externalFrame(try transform(view))
        case .native(let window): .native(window)
        case .account(let account): .account(account)
        case .app(let app): .app(app)
        }
    }
}

/// A place whose view is identified by its name. `native` without a window, and the id of this app, mean the window
/// that the question comes from.
public typealias NamedPlace = Place<String>

extension NamedPlace {
    /// Reads a place as command lines and scenario files write it: `native`, `account:` with an account, `app:` with an
    /// id, `frame:` with the name of a view, or otherwise the name of a view.
    package init(text: String) {
        if text == "native" {
            self = .native()
        } else if text.hasPrefix("account:") {
            self = .account(AccountID(named: String(text.dropFirst(8))))
        } else if text.hasPrefix("app:") {
            self = .app(AppID(String(text.dropFirst(4))))
        } else if text.hasPrefix("frame:") {
            self = .externalFrame(String(text.dropFirst(6)))
        } else {
            self = .view(text)
        }
    }

    /// The place as `init(text:)` reads it.
    public var name: String {
        switch self {
        case .view(let name): name
        case .externalFrame(let view): "frame:\(view)"
        case .native: "native"
        case .account(let account): "account:\(account)"
        case .app(let app): "app:\(app)"
        }
    }
}

extension AccountID {
    /// Reads an account as command lines and files write it: `none`, like the empty text, is ``noUser``.
    package init(named text: String) {
        let id = AccountID(text)
        self = id.canonical == "none" ? .noUser : id
    }
}

/// A window of the host, under a name that the host chooses.
public struct WindowID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let name: String

    /// Creates an id.
    public init(_ name: String) { self.name = name }

    /// Creates an id from a literal.
    public init(stringLiteral name: String) { self.name = name }

    /// The name.
    public var description: String { name }
}
