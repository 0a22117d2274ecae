/// What an app PIN consists of.
public enum ManagedAppPinCharacterSet: String, CaseIterable, Hashable, Sendable {
    /// Digits.
    case numeric
    /// Letters, digits and symbols.
    case alphanumericAndSymbol
}
