/// The filter of a ``NameTable``: says of most names that are not there that they are not, without a look at the records.
///
/// A hash belongs to one word. In it a name has set three bits and a domain above a name two, each by six bits of its
/// hash; a word in which they are set may hold it, and one in which they are not does not.
enum NameFilter {
    /// How many bits there are for each name or domain above one.
    private static let bitsPerKey = 10

    /// How many words there are for so many names and domains above names.
    ///
    /// PERF: a small filter fits in the first cache anyway, and may be sparse.
    static func wordCount(keys: Int) -> Int { max(1, keys < 8192 ? keys : (keys * bitsPerKey + 63) / 64) }

    /// The bits of a name.
    @inline(__always)
    static func bitsOfName(_ hash: UInt64) -> UInt64 { 1 &<< hash | 1 &<< (hash &>> 6) | 1 &<< (hash &>> 12) }

    /// The bits of a domain that has names below it.
    @inline(__always)
    static func bitsOfParent(_ hash: UInt64) -> UInt64 { 1 &<< (hash &>> 18) | 1 &<< (hash &>> 24) }
}
