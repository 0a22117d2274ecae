/// The second scheme of a managed app: for `contoso` it is `contoso-intunemam`, which no unmanaged app handles.
///
/// Where organization data may go to managed apps only, the twin is opened in place of the scheme itself.
public enum TwinScheme {
    /// What a twin ends in.
    public static var suffix: String { "-intunemam" }

    /// Whether a scheme in lower case is a twin.
    public static func isTwin(_ scheme: some StringProtocol) -> Bool { scheme.hasSuffix(suffix) }

    /// The twin of a scheme in lower case.
    public static func of(_ scheme: some StringProtocol) -> String { scheme + suffix }
}
