import Synchronization

/// The tags of the engines of the process.
let engineTags = Mutex(EngineTags())

/// Gives each engine a tag of ten bits, which distinguishes its views from those of other engines.
///
/// Engines that exist at the same time share a tag only if there are more engines than tags. A tag that becomes free is
/// used again after all others that are free, so that views that a host has kept from a freed engine stay unknown for
/// long.
struct EngineTags: ~Copyable {
    /// The number of tags. 0 is no tag, so that no view has the number 0.
    static let count = 1023
    /// The number of engines with each tag; that of tag 0 is not used.
    private var engines = [UInt32](repeating: 0, count: count + 1)
    private var last = 0

    /// A tag for one more engine.
    ///
    /// - Complexity: O(1), or O(*n*) in the tags if many of them are in use.
    mutating func take() -> UInt16 {
        var tag = Self.next(after: last)
        while engines[tag] > 0, tag != last { tag = Self.next(after: tag) }
        // Every tag is in use.
        if engines[tag] > 0 { tag = Self.next(after: last) }
        engines[tag] += 1
        last = tag
        return UInt16(tag)
    }

    /// Gives back the tag of an engine that no longer exists.
    mutating func release(_ tag: UInt16) { engines[Int(tag)] -= 1 }

    private static func next(after tag: Int) -> Int { tag % count + 1 }
}
