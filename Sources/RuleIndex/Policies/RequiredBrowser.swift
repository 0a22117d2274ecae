import PolicyModel

/// The browser that a policy requires external links to open in.
package struct RequiredBrowser: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// None: they may open where they are.
        case none
        /// The managed browser, through its own schemes.
        case managed
        /// The browser behind the policy's custom protocol.
        case custom
        /// A custom protocol is set that is no URL scheme.
        case invalid
    }

    package let kind: Kind
    /// The schemes that stand for `http` and `https` there, without `:`.
    package let schemes: (http: [UInt8], https: [UInt8])
}
