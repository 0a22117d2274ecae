/// Parses the URLs that most traffic is made of in one pass of wide loads.
///
/// It may only accept what it fully understands: for every input it accepts, ``GeneralParser`` gives the same bytes and
/// the same layout.
enum FastParser {
    /// Fills `record` and returns true, or returns false and leaves any content behind.
    static func parse(_ input: Span<UInt8>, into record: inout URLRecord) -> Bool { false }
}
