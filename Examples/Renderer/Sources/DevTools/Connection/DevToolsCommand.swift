/// The id of a flattened session, which is an attachment to one target of a browser.
package struct DevToolsSessionID: Hashable, Sendable, Codable, RawRepresentable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A command of the [DevTools protocol](https://chromedevtools.github.io/devtools-protocol/), with the type of its
/// answer.
///
/// A command is encoded as `params`, so its stored properties have the protocol's names.
package protocol DevToolsCommand: Encodable, Sendable {
    /// The browser's answer.
    associatedtype Answer: Decodable & Sendable = NoAnswer

    /// The name in the protocol, such as `Page.navigate`.
    static var method: String { get }
}

/// The answer of a command without one.
package struct NoAnswer: Decodable, Sendable {}

/// Why a command has no answer.
package enum DevToolsError: Error, Equatable, CustomStringConvertible {
    /// The browser has ended or was released.
    case closed
    /// The browser refused the command.
    case refused(method: String, code: Int, message: String)
    /// The browser's answer does not fit the command.
    case unreadable(method: String)
    /// The browser did not answer in time.
    case late(method: String)

    package var description: String {
        switch self {
        case .closed: "the browser has ended"
        case .refused(let method, let code, let message): "\(method): \(message) (\(code))"
        case .unreadable(let method): "\(method): the answer could not be read"
        case .late(let method): "\(method): there is no answer"
        }
    }
}
