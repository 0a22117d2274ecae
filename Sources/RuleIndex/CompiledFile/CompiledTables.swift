import ByteText
import URLMatching

/// The tables of a rule set in a compiled file.
struct CompiledTableBytes {
    let hosts: SharedSlice
    let urls: SharedSlice

    /// The table with the names of a list's entries, if the list is its rule's anchor.
    func names(of format: ListFormat) -> SharedSlice {
        switch format {
        case .urls: urls
        case .domains, .hosts, .adblockDomains, .edge, .chrome: hosts
        }
    }

    /// The layout of the record heads of that table.
    func head(of format: ListFormat) throws(CompiledFileError) -> NameHead {
        let table = names(of: format)
        do throws(NameTableError) {
            if let head = try NameTableLayout(reading: table.span).head { return head }
        } catch {}
        throw .malformed("it has a list of names in an invalid table")
    }
}

/// The tables of a rule set while it is written to a compiled file.
struct CompiledTables {
    let hosts: NameTable
    let urls: NameTable

    /// The place of each list entry's name in the bytes of a table, so that the file contains the name only once.
    ///
    /// - Returns: nil if a name is not in the table: then the rule is reached through something other than the list.
    func places(of list: EntryList) -> SectionBytes? {
        guard !list.format.isAnchoredByEntry else { return nil }
        let (table, kind) = list.format == .urls ? (urls, NameTable.Names.whole) : (hosts, .hosts)
        guard table.bytes.count <= Int(UInt32.max) else { return nil }
        var places = SectionBytes()
        for index in 0..<list.count {
            guard let place = table.place(of: list.entry(at: index), kind) else { return nil }
            if index == 0 { places.reserve(list.count * 4) }
            places.append(UInt32(place))
        }
        return places
    }
}

extension NameTable {
    /// The offset of a name's record in ``bytes``; nil if the name is not in the table.
    ///
    /// - Complexity: O(*n*) in the bytes of the name. Allocates nothing.
    func place(of name: Span<UInt8>, _ kind: Names) -> Int? {
        guard !isEmpty, !name.isEmpty else { return nil }
        let hash = hash(of: name, kind)
        let bounds = WordLoader.word(
            of: buckets.span,
            at: Self.home(of: hash, homeCount: layout.bucketCount) * 4
        )
        let records = records.span
        var offset = Int(truncatingIfNeeded: bounds & 0xFFFF_FFFF)
        let end = min(Int(truncatingIfNeeded: bounds >> 32), records.count - NameTableLayout.padding)
        while offset + head.count <= end {
            let count = NameRecord(at: offset, in: records).nameCount(head)
            let start = offset + head.count
            guard start + count <= end else { return nil }
            if records.extracting(start..<start + count).isEqual(to: name) { return layout.records.lowerBound + offset }
            offset = start + count
        }
        return nil
    }

    private func hash(of name: Span<UInt8>, _ kind: Names) -> UInt64 {
        guard kind == .hosts else {
            var hash = NameHash(seed: seed)
            hash.add(0..<name.count, of: name)
            return hash.value
        }
        var walk = HostWalk(0..<name.count, dots: nil, in: name, seed: seed)
        while !walk.isWholeHost { walk.advance(in: name) }
        return walk.hash.value
    }
}
