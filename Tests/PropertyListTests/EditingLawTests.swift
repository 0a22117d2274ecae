import Diagnostics
import PropertyList
import TestSupport
import Testing

@Suite("Laws of changes") struct EditingLawTests {
    @Test("The written file reads as the changed values, and the rest keeps its place", arguments: 0..<1500)
    func law(seed: Int) throws {
        var lists = RandomPropertyLists(seed: UInt64(seed))
        let text = lists.text()
        let encoding = lists.random.one(of: PropertyListFormat.Encoding.allCases)
        let document = try read(encoded(text, as: encoding)).get()
        #expect(try document.applying([]) == encoded(text, as: encoding))

        let (changes, tree) = Self.changes(document, count: lists.random.number(in: 1...5), &lists)
        let result = try document.applying(changes)
        let after = try read(result).get()
        #expect(ChangedTree(after.root) == tree, "\(text)\n\(changes)\n\(String(decoding: result, as: UTF8.self))")
        #expect(after.format == document.format)
        // Applied one by one, they give the same values.
        var single = document
        for change in changes { single = try read(single.applying([change])).get() }
        #expect(ChangedTree(single.root) == tree)

        let isAddition = changes.allSatisfy { change in
            if case .insert = change { return true }
            return false
        }
        // A self-closing tag that is split in two loses its slash.
        if isAddition, !text.contains("/>") || ChangedTree(document.root) == tree {
            #expect(Self.isSubsequence(document.source.bytes, of: after.source.bytes))
        }
    }

    @Test("A binary file contains the changed values", arguments: 0..<500)
    func binary(seed: Int) throws {
        var lists = RandomPropertyLists(seed: UInt64(seed) + 1_000_000)
        let document = try read(BinarySample.file(of: read(lists.text()).get().root)).get()
        #expect(try document.applying([]) == document.source.bytes)
        let (changes, tree) = Self.changes(document, count: lists.random.number(in: 1...5), &lists)
        let after = try read(document.applying(changes)).get()
        #expect(ChangedTree(after.root) == tree)
        #expect(after.format == .binary)
        #expect(try after.applying([]) == after.source.bytes)
    }

    /// Valid changes, with the resulting values; both implementations refuse invalid ones.
    private static func changes(
        _ document: PropertyListDocument,
        count: Int,
        _ lists: inout RandomPropertyLists
    ) -> ([PropertyListChange], ChangedTree) {
        var tree = ChangedTree(document.root)
        var changes: [PropertyListChange] = []
        for _ in 0..<count {
            let change = lists.change(of: tree)
            if let next = try? tree.changed(change) {
                tree = next
                changes.append(change)
            } else {
                #expect(throws: PropertyListChangeError.self, "\(change)") { try document.applying(changes + [change]) }
            }
        }
        return (changes, tree)
    }

    private static func isSubsequence(_ bytes: [UInt8], of other: [UInt8]) -> Bool {
        var rest = bytes[...]
        for byte in other where byte == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}
