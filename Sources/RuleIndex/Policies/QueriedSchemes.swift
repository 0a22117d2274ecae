import PolicyModel

/// The schemes that the app may ask the system about.
package struct QueriedSchemes: Sendable {
    /// The entries that the system reads.
    package let read: SchemeSet
    /// Those behind them, which it ignores.
    package let ignored: SchemeSet

    init(_ app: AppSettings) {
        read = SchemeSet(app.queriesSchemesRead)
        ignored = SchemeSet(app.queriesSchemes.dropFirst(app.queriesSchemesLimit))
    }
}
