/// Something that an audit takes for granted unless it is told to assume the worst.
public enum AuditAssumption: String, CaseIterable, Hashable, Sendable {
    /// Pages of the organization send what they show elsewhere: by a script, a frame or a resource.
    case untrustedPages = "untrusted-pages"
    /// People sign in to sites of the organization wherever a browser opens them: as nobody, under a personal account, in a
    /// view that no rules answer for.
    case webSignIn = "web-sign-in"
    /// What goes over the network without encryption is read there.
    case cleartext

    /// What is taken for granted unless it is assumed; nil where nothing is said of it.
    var sentence: String? {
        switch self {
        case .webSignIn: "Sites of the organization are opened under accounts of the organization only."
        case .untrustedPages: "Pages of the organization send nothing elsewhere by scripts or resources."
        case .cleartext: nil
        }
    }
}
