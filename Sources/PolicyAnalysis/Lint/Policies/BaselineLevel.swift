/// The levels of the data protection framework for app protection policies, which policies can be compared with.
public enum BaselineLevel: Int, CaseIterable, Hashable, Sendable {
    /// Enterprise basic: work data is encrypted, a PIN opens the app, and it can be wiped.
    case basic = 1
    /// Enterprise enhanced: data stays among managed apps.
    case enhanced = 2
    /// Enterprise high: data comes from managed apps only, and more is asked for before the app opens.
    case high = 3
}
