/// Whose content a view or page shows.
public enum PageClassification: String, CaseIterable, Hashable, Sendable {
    /// Content of the managed account that acts.
    case managed
    /// Nobody's: no policy protects it.
    case unmanaged
}
