/// The windows that a host has named and not closed, by position, with the identity that acts in each.
///
/// The position of a closed window is reused: by then, nothing of that window remains.
struct WindowTable: Sendable {
    /// The number of each window's opening.
    private var openings = ReusedSlots<UInt64>()
    /// How many windows have been opened so far.
    private var openingCount: UInt64 = 0
    /// Finds a window's position; shared with decisions.
    private(set) var positions = WindowPositions()
    /// The identity of each window that has its own; shared with decisions. Nil for all other windows.
    private(set) var identities = SharedSlots<ActingIdentity?>(vacant: nil)
    /// What each of these identities was set to.
    private(set) var assigned = SharedSlots<LevelIdentity?>(vacant: nil)

    /// The number of open windows.
    var count: Int { openings.count }

    /// The highest number of positions ever in use at once.
    var positionCount: Int { openings.positionCount }

    /// The position of a window; nil if it is not open.
    subscript(window: WindowID) -> UInt32? { positions[window] }

    /// The number of a window's opening, at least 1; nil if it is not open. A window that is closed and opened again
    /// under the same name has another number.
    func opening(of window: WindowID) -> UInt64? { positions[window].flatMap { openings[$0] } }

    /// The position that a window keeps until it is closed.
    mutating func open(_ window: WindowID) -> UInt32 {
        if let known = positions[window] { return known }
        openingCount += 1
        let position = openings.insert(openingCount)
        positions.insert(window, at: position)
        return position
    }

    /// Sets a window's own identity; nil means the identity that acts outside any window.
    ///
    /// - Parameters:
    ///   - assigned: The identity as it was set.
    ///   - identity: The same for decisions.
    ///   - position: The position of the window.
    mutating func setIdentity(_ assigned: LevelIdentity?, _ identity: ActingIdentity?, at position: UInt32) {
        self.assigned[Int(position)] = assigned
        identities[Int(position)] = identity
    }

    /// Resolves the identities of all windows again.
    mutating func resolveIdentities(_ resolve: (LevelIdentity) -> ActingIdentity) {
        for position in 0..<positionCount {
            if let own = assigned[position] { identities[position] = resolve(own) }
        }
    }

    /// Changes the identity of every window that has its own. Decisions see it once the identities are resolved again.
    mutating func updateAssigned(_ change: (LevelIdentity) -> LevelIdentity?) {
        for position in 0..<UInt32(positionCount) {
            guard let own = assigned[Int(position)] else { continue }
            let changed = change(own)
            if changed != own { setIdentity(changed, nil, at: position) }
        }
    }

    /// Frees the position of a window.
    mutating func close(_ window: WindowID) {
        guard let position = positions[window] else { return }
        positions.remove(window)
        setIdentity(nil, nil, at: position)
        openings.remove(position)
    }
}

/// Positions of windows by name: a hashed table that versions of the state share.
struct WindowPositions: Sendable {
    private struct Entry: Sendable {
        let window: WindowID
        let position: UInt32
    }

    /// The entries of each bucket, which the hash of a window selects; a bucket has few entries.
    private var buckets = SharedSlots<[Entry]>(vacant: [])
    private var bucketCount = 64
    private var count = 0

    /// The position of a window; nil if it is not open.
    ///
    /// - Complexity: O(1) on average; allocates nothing.
    subscript(window: WindowID) -> UInt32? {
        // PERF: in unoptimized code, the library's own search allocates for each comparison.
        let entries = buckets[bucket(of: window)]
        for index in entries.indices where entries[index].window == window { return entries[index].position }
        return nil
    }

    mutating func insert(_ window: WindowID, at position: UInt32) {
        if count >= 2 * bucketCount { grow() }
        buckets[bucket(of: window)].append(Entry(window: window, position: position))
        count += 1
    }

    mutating func remove(_ window: WindowID) {
        let bucket = bucket(of: window)
        let left = buckets[bucket].filter { $0.window != window }
        count -= buckets[bucket].count - left.count
        buckets[bucket] = left
    }

    private func bucket(of window: WindowID) -> Int { window.hashValue & (bucketCount - 1) }

    private mutating func grow() {
        let previous = (0..<bucketCount).flatMap { buckets[$0] }
        bucketCount *= 4
        buckets = SharedSlots(vacant: [])
        for entry in previous { buckets[bucket(of: entry.window)].append(entry) }
    }
}
