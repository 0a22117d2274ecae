/// The version of the command line.
enum DemarcVersion {
    /// What `demarc --version` prints.
    static var current: String { "0.1.0" }
}
