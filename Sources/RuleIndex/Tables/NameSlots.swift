/// The slots of a ``NameTable`` while they are filled.
struct NameSlots {
    let seed: UInt64
    let homeCount: Int
    private(set) var tags: [UInt8]
    private(set) var places: [UInt32]

    /// - Parameters:
    ///   - seed: The seed of the hashes that come.
    ///   - nameCount: How many names come.
    ///   - spread: How many times names have crowded together.
    init(seed: UInt64, nameCount: Int, spread: Int) {
        self.seed = seed
        // PERF: a small table may be sparse, for it fits in the cache all the same, and most look-ups end at the first
        // slot; a large one is three quarters full.
        let sparse = nameCount < 4096 ? nameCount * 4 : nameCount + nameCount / 3
        homeCount = max(sparse, 1) << min(spread / 4, 4)
        tags = [UInt8](repeating: 0, count: homeCount + 8)
        places = [UInt32](repeating: 0, count: homeCount + 8)
    }

    /// Puts a record into the first free slot from its home on; false where that is further away than allowed.
    mutating func insert(_ hash: UInt64, _ place: UInt32, _ longestSearch: Int) -> Bool {
        let home = NameTable.home(of: hash, homeCount: UInt64(homeCount))
        var slot = home
        while slot < tags.count, tags[slot] != 0 { slot &+= 1 }
        guard slot - home <= longestSearch else { return false }
        if slot == tags.count {
            tags.append(0)
            places.append(0)
        }
        tags[slot] = NameTable.tag(of: hash)
        places[slot] = place
        return true
    }

    /// Ends with free slots, so that a search that looks at eight together finds where to stop.
    mutating func finish() {
        tags.append(contentsOf: repeatElement(0, count: 8))
        places.append(contentsOf: repeatElement(0, count: 8))
    }
}
