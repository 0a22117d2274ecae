import Diagnostics
import PropertyList
import TestSupport
import Testing

@Suite(
    "Changed property lists in another library",
    .enabled(if: Plistlib.isPresent, "no python3 with plistlib on this machine")
)
struct PlistlibTests {
    @Test("A binary file keeps every kind of value exactly")
    func everyKind() throws {
        let place = 0..<0
        let node = { (content: PropertyListNode.Content) in PropertyListNode(content, place: place) }
        let numbers: [Int128] = [
            0, 1, 127, 128, 255, 256, 65535, 65536, 1 << 31, 1 << 32 - 1, 1 << 32, 1 << 63 - 1, 1 << 63, 1 << 64 - 1,
            -1,
            -128, -1 << 31, -1 << 63,
        ]
        var values = numbers.map { node(.integer($0)) }
        values += [0, -0.0, 1.5, .infinity, -.infinity, .leastNonzeroMagnitude].map { node(.real($0)) }
        values += [0, 1, -86_400].map { node(.date($0)) }
        values += [0, 14, 15, 16, 255, 256, 70_000].map { node(.data([UInt8](repeating: 7, count: $0))) }
        values += [0, 255, 256, 1 << 20, 1 << 40].map { node(.uid($0)) }
        values += ["", "a", "e\u{301}", "\u{E9}", "\u{1F600}", String(repeating: "x", count: 300)].map {
            node(.string($0))
        }
        values += [node(.boolean(true)), node(.boolean(false)), node(.array([])), node(.dictionary([]))]
        // So many that references and offsets take more bytes.
        values.append(node(.array((0..<300).map { node(.string("number \($0)")) })))
        let document = try read(BinarySample.file(of: node(.array(values)))).get()
        let result = try document.applying([.insert([], at: 0, [.integer(1 << 64 - 1), .string("new")])])
        let expected = [node(.integer(1 << 64 - 1)), node(.string("new"))] + values
        #expect(try Plistlib.values(of: [result]) == [Plistlib.canonical(node(.array(expected)))])
        #expect(try line(read(result).get().root) == line(node(.array(expected))))
        // Everything except the long data takes less than half of its plainest form.
        #expect(result.count - 70_000 < (document.source.bytes.count - 70_000) / 2)
    }

    @Test("Random files with random changes read back")
    func random() throws {
        var files: [[UInt8]] = []
        var expected: [String] = []
        for seed in 0..<300 {
            var lists = RandomPropertyLists(seed: UInt64(seed) + 5_000_000)
            let read = try read(lists.text()).get()
            let document =
                seed % 2 == 0 ? read : try PropertyListReader().read(BinarySample.file(of: read.root), path: "f")
            let changes = (0..<4).map { _ in lists.change(of: ChangedTree(document.root)) }
            for change in changes {
                guard let result = try? document.applying([change]) else { continue }
                files.append(result)
                expected.append(try Plistlib.canonical(PropertyListReader().read(result, path: "f").root))
            }
        }
        let values = try Plistlib.values(of: files)
        #expect(values.count == files.count)
        #expect(files.count > 500)
        for (index, (value, expected)) in zip(values, expected).enumerated() {
            #expect(value == expected, "\(String(decoding: files[index], as: UTF8.self))")
        }
    }
}

@Suite(
    "Changing property lists of published apps",
    .enabled(
        if: !PublishedPropertyLists.names.isEmpty,
        "\(PublishedData.howToGet)"
    )
)
struct PublishedEditingTests {
    @Test("Without changes no byte changes; an added line is one more line", arguments: PublishedPropertyLists.names)
    func file(name: String) throws {
        let bytes = try PublishedPropertyLists.bytes(name)
        guard case .success(let document) = read(bytes) else { return }
        #expect(try document.applying([]) == bytes)
        let key = try #require(document.root.entries?.first?.key.text)
        #expect(try document.applying([.rename([.key(key)], to: "x"), .rename(["x"], to: key)]) == bytes)

        // Lines that are added and removed again leave no trace.
        let changes: [PropertyListChange] = [.set(["Demarc"], .array([.string("a"), .boolean(true)]))]
        let more = try document.applying(changes)
        let before = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let after = more.split(separator: 0x0A, omittingEmptySubsequences: false)
        #expect(after.count == before.count + 5)
        #expect(after.difference(from: before).removals.isEmpty)
        #expect(try read(more).get().applying([.remove(["Demarc"])]) == bytes)
        if let arrayKey = document.root.entries?.first(where: { $0.value.content.isFilledArray })?.key.text {
            let path: [PropertyListChange.Step] = [.key(arrayKey)]
            let more = try document.applying([.insert(path, at: 0, [.string("x")])])
            #expect(more.count > bytes.count)
            #expect(try read(more).get().applying([.remove(path + [0])]) == bytes)
        }
    }
}

extension PropertyListNode.Content {
    fileprivate var isFilledArray: Bool {
        if case .array(let nodes) = self { return !nodes.isEmpty }
        return false
    }
}
