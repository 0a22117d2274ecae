import URLMatching

/// How many bytes the entries of lists in a compiled file may have together.
///
/// Entries take memory of their own once a list has to be looked up beside the tables, as one behind `unless` has. Where
/// they stand one behind the other they are as long as their section. But where a list only says at which places of a
/// table its names begin, 4 bytes stand for a name, and places may overlap: a file of 641 KB had names of 6.4 GB. So the
/// lists of a rule set have no more there than ``factor`` times what the table has, and the writer spells out the names
/// of a list that would have: whatever a file says, what it costs is in proportion to its size.
struct ListAllowance {
    /// Names of lists are about as long as what the table has for each; a few are longer.
    static let factor = 16
    /// So many bytes at most, more than documents have: positions of 32 bits can't overflow.
    static let byteLimit = 1 << 29

    private var hosts: Int
    private var urls: Int
    /// For the names that are spelled out, whatever their rule set.
    private(set) var spelledOut = Self.byteLimit

    /// - Parameters:
    ///   - hosts: The bytes of the table of hosts.
    ///   - urls: The bytes of the table of URLs.
    init(hosts: Int = 0, urls: Int = 0) { (self.hosts, self.urls) = (Self.allowed(hosts), Self.allowed(urls)) }

    /// Goes on to the tables of another rule set.
    mutating func enter(hosts: Int, urls: Int) { (self.hosts, self.urls) = (Self.allowed(hosts), Self.allowed(urls)) }

    /// Takes the names of a list whose names stand in a table.
    ///
    /// - Parameters:
    ///   - count: How many entries it has.
    ///   - longest: How many bytes the longest has, as far as is known.
    ///   - format: Which table they stand in.
    /// - Returns: Whether they may stand there.
    mutating func takePlaces(count: Int, longest: Int, of format: ListFormat) -> Bool {
        switch format {
        case .urls: Self.take(count, longest, of: &urls)
        case .domains, .hosts, .adblockDomains, .edge, .chrome: Self.take(count, longest, of: &hosts)
        }
    }

    /// Takes the names of a list that are spelled out; false where they may not.
    mutating func takeSpelledOut(bytes: Int, count: Int) -> Bool { Self.take(max(bytes, count), 1, of: &spelledOut) }

    private static func allowed(_ bytes: Int) -> Int { min(byteLimit, min(bytes, byteLimit) * factor) }

    private static func take(_ count: Int, _ longest: Int, of left: inout Int) -> Bool {
        guard count >= 0, longest >= 0 else { return false }
        // An entry without a byte takes its share of memory too.
        let (bytes, overflows) = count.multipliedReportingOverflow(by: max(longest, 1))
        guard !overflows, bytes <= left else { return false }
        left -= bytes
        return true
    }
}
