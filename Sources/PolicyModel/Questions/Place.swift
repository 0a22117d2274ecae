import Diagnostics

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

/// The words that mean a place other than a view where a place is written as a text. One that ends with `:` is followed
/// by a name.
package enum PlaceWord: String, CaseIterable, Sendable {
    /// This app's own user interface.
    case native
    /// What was copied last; only `paste` takes it.
    case pasteboard
    /// An account follows.
    case account = "account:"
    /// The id of an app follows.
    case app = "app:"
    /// The name of a view follows: an external frame of its page.
    case frame = "frame:"

    /// Finds the word in the text of a place.
    ///
    /// - Parameter text: The text.
    /// - Returns: The word, and the name after it; nil if the text is the name of a view.
    package static func read(_ text: String) -> (word: PlaceWord, name: String)? {
        for word in allCases {
            let isFollowed = word.rawValue.hasSuffix(":")
            guard isFollowed ? text.hasPrefix(word.rawValue) : text == word.rawValue else { continue }
            return (word, String(text.dropFirst(word.rawValue.count)))
        }
        return nil
    }

    /// Why a view cannot have a name: as a place, the name would mean something else. Nil if the view can have it.
    package static func objection(toViewNamed name: String) -> String? {
        read(name).map { "`\(Quoted.word(name))` means \($0.word.meaning) and cannot be a view's id" }
    }

    private var meaning: String {
        switch self {
        case .native: "the app's own interface"
        case .pasteboard: "what was copied last"
        case .account: "the data of an account"
        case .app: "another app"
        case .frame: "an external frame of a view"
        }
    }
}

extension NamedPlace {
    /// Reads a place as command lines and scenario files write it: `native`, `account:` with an account, `app:` with an
    /// id, `frame:` with the name of a view, or otherwise the name of a view.
    package init(text: String) {
        guard let (word, name) = PlaceWord.read(text) else {
            self = .view(text)
            return
        }
        switch word {
        case .native: self = .native()
        case .account: self = .account(AccountID(named: name))
        case .app: self = .app(AppID(name))
        case .frame: self = .externalFrame(name)
        // The pasteboard is not a place, and no view has its name.
        case .pasteboard: self = .view(text)
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

/// The words that are written in place of an account, so that no account can have them as its id.
package enum AccountWord: String, Sendable {
    /// No account.
    case noUser = "none"
    /// An identity level that is not set.
    case unset

    /// Why an account cannot have an id; nil if it can.
    package static func objection(to id: AccountID) -> String? {
        AccountWord(rawValue: id.canonical).map { "`\($0.rawValue)` means \($0.meaning) and cannot be an account's id" }
    }

    private var meaning: String {
        switch self {
        case .noUser: "no account"
        case .unset: "a level without an identity"
        }
    }
}

extension AccountID {
    /// Reads an account as command lines and files write it: `none`, like the empty text, is ``noUser``.
    package init(named text: String) {
        let id = AccountID(text)
        self = id.canonical == AccountWord.noUser.rawValue ? .noUser : id
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
