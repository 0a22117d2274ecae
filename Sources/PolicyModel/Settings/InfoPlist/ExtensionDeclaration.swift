public import Diagnostics

/// `NSExtension`: what kind of extension an app brings, and what it offers itself for.
public struct ExtensionDeclaration: Hashable, Sendable {
    /// When the system offers a share or action extension.
    public enum ActivationRule: Hashable, Sendable {
        /// A predicate over the items that are shared.
        case predicate(String)
        /// Constants with how many items of a kind are taken, or whether any are, in the order of the file. A constant
        /// that is true is 1.
        case constants([Constant])
    }

    /// A constant of an activation rule, such as `NSExtensionActivationSupportsFileWithMaxCount`.
    public struct Constant: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: Int

        /// Makes a constant.
        public init(_ name: String, _ value: Int) {
            self.name = name
            self.value = value
        }
    }

    /// `NSExtensionPointIdentifier`, such as `com.apple.share-services`.
    public var pointIdentifier: String?
    /// `NSExtensionActivationRule`.
    public var activationRule: ActivationRule?
    /// Where the extension is declared.
    public var location: SourceLocation

    /// Makes a declaration.
    public init(pointIdentifier: String? = nil, activationRule: ActivationRule? = nil, location: SourceLocation) {
        self.pointIdentifier = pointIdentifier
        self.activationRule = activationRule
        self.location = location
    }
}
