public import URLMatching
public import URLStandard

/// A URL, and what asking rules about it writes to.
///
/// PERF: passed as one in-out argument. A borrowed record would be copied for each call, and the processor would wait for
/// the bytes that parsing has only just written.
public struct MatchSubject: ~Copyable, Sendable {
    /// The URL that is asked about.
    public var url = URLRecord()
    /// What matching writes to.
    public var scratch = MatchScratch()

    /// Makes a subject without a URL.
    public init() {}
}
