import Diagnostics
import PropertyList
import TestSupport
import Testing

@Suite("Invalid changes of a property list") struct EditingErrorTests {
    static let text = """
        <plist><dict><key>s</key><string>x</string><key>a</key><array><true/><dict/></array><key>d</key>
        <dict><key>e</key><true/></dict></dict></plist>
        """

    @Test(
        "The place and the reason are reported",
        arguments: [
            (.set(["s", "x"], .boolean(true)), "`s` is not a dictionary"),
            (.set(["s", 0], .boolean(true)), "`s` is not an array"),
            (.set(["a", "x"], .boolean(true)), "`a` is not a dictionary"),
            (.set(["d", 0], .boolean(true)), "`d` is not an array"),
            (.set(["a", 2], .boolean(true)), "there is no element `a[2]`"),
            (.set(["a", -1], .boolean(true)), "there is no element `a[-1]`"),
            (.set(["a", 0, "x"], .boolean(true)), "`a[0]` is not a dictionary"),
            (.set(["n", 0], .boolean(true)), "there is no `n`"),
            (.set([0], .boolean(true)), "the root is not an array"),
            (.insert(["s"], at: 0, []), "`s` is not an array"),
            (.insert([], at: 0, []), "the root is not an array"),
            (.insert(["a"], at: -1, [.boolean(true)]), "there is no element `a[-1]`"),
            (.insert(["a", 5, "x"], at: 0, []), "there is no element `a[5]`"),
            (.insertText(["a"], [TextInsertion("x", at: 0)]), "`a` is not a string"),
            (.insertText([], []), "the root is not a string"),
            (.insertText(["x"], []), "there is no `x`"),
            (.insertText(["s"], [TextInsertion("x", at: 2)]), "there is no element `s`"),
            (.insertText(["s"], [TextInsertion("x", at: -1)]), "there is no element `s`"),
            (
                .insertText(["s"], [TextInsertion("\u{1}", at: 0)]),
                "a string for `s` has a character that XML doesn't allow"
            ),
            (.remove(["x"]), "there is no `x`"),
            (.remove(["x", "y"]), "there is no `x`"),
            (.remove(["d", "y"]), "there is no `d.y`"),
            (.remove(["a", 2]), "there is no element `a[2]`"),
            (.remove([]), "the root is not an entry of a dictionary"),
            (.rename([], to: "x"), "the root is not an entry of a dictionary"),
            (.rename(["a", 0], to: "x"), "`a[0]` is not an entry of a dictionary"),
            (.rename(["x"], to: "y"), "there is no `x`"),
            (.rename(["s"], to: "a"), "`s` cannot have the name of another key"),
            (.set(["n"], .string("\u{1}")), "a string for `n` has a character that XML doesn't allow"),
            (
                .set(["n"], .array([.dictionary([.init("\u{0}", .boolean(true))])])),
                "a string for `n` has a character that XML doesn't allow"
            ),
            (.set(["\u{FFFF}"], .boolean(true)), "a string for `<U+FFFF>` has a character that XML doesn't allow"),
            (.insert(["a"], at: 0, [.string("\u{C}")]), "a string for `a` has a character that XML doesn't allow"),
            (.rename(["a"], to: "\u{1B}"), "a string for `a` has a character that XML doesn't allow"),
            (.set(["n"], .integer(1 << 64)), "a number for `n` has more than 64 bits"),
            (.set(["n"], .integer(-1 << 63 - 1)), "a number for `n` has more than 64 bits"),
        ] as [(PropertyListChange, String)]
    )
    func error(change: PropertyListChange, message: String) throws {
        let document = try read(Self.text).get()
        // A valid change precedes it, and must not be made alone.
        let error = #expect(throws: PropertyListChangeError.self) {
            try document.applying([.set(["n0"], .boolean(true)), change])
        }
        #expect(error?.message == message)
    }

    /// Changes of the root, and whether each needs a dictionary instead of an array.
    private static let rootChanges: [(change: PropertyListChange, needsDictionary: Bool)] = [
        (.set(["k"], .boolean(false)), true), (.rename(["k"], to: "l"), true), (.remove(["k"]), true),
        (.remove([0]), false), (.insert([], at: 0, [.boolean(true)]), false),
    ]

    @Test("A document that was not read is refused, or changed where its places permit it")
    func foreign() throws {
        let document = try read(Self.text).get()
        let bytes = document.source.bytes
        for place in [0..<0, 0..<1, 3..<bytes.count + 9, bytes.count..<bytes.count, 0..<bytes.count] {
            for inner in [0..<0, 5..<2000, 9..<12, -4..<3] {
                let value = PropertyListNode(.boolean(true), place: inner)
                for (content, isDictionary) in [
                    (.dictionary([.init(key: .init("k", place: inner), value: value)]), true),
                    (.array([value, value]), false),
                ] as [(PropertyListNode.Content, Bool)] {
                    var foreign = document
                    foreign.root = PropertyListNode(content, place: place)
                    // Whatever is inside the root, its places are those of no container in the text.
                    for (change, needsDictionary) in Self.rootChanges {
                        let other: PropertyListChangeError.Problem = needsDictionary ? .notADictionary : .notAnArray
                        let problem = needsDictionary == isDictionary ? .foreignPlaces : other
                        let error = #expect(throws: PropertyListChangeError.self) { try foreign.applying([change]) }
                        #expect(error == PropertyListChangeError(problem, at: []), "\(place) \(inner) \(change)")
                    }
                    // A new root needs no places but its own.
                    let result = try? foreign.applying([.set([], .boolean(true))])
                    let isInside = place.upperBound <= bytes.count
                    let expected = bytes.prefix(place.lowerBound) + "<true/>".utf8 + bytes.dropFirst(place.upperBound)
                    #expect(result == (isInside ? Array(expected) : nil), "\(place) \(inner)")
                }
            }
        }
    }

    @Test("Long lines, deep trees and long paths cost little", .timeLimit(.minutes(15)))
    func cost() throws {
        let row = "<key>k</key> <array><true/></array> <!-- c --> "
        let text = "<plist><dict>" + String(repeating: row, count: 10_000) + "<key>z</key><true/></dict></plist>"
        let document = try read(text).get()
        let changes: [PropertyListChange] =
            (0..<50).map { .set([.key("new \($0)")], .boolean(true)) } + [.insert(["k"], at: 0, [.integer(1)])]
            + (0..<2_000).map { .insert(["k"], at: $0, [.integer(1)]) }
        #expect(try read(document.applying(changes)).get().root.entries?.count == 10_051)
        let blank = "<plist><array>" + String(repeating: "<true/>\n   <false/> ", count: 10_000) + "</array></plist>"
        let blanks = try read(blank).get()
        #expect(try blanks.applying([.insert([], at: 10_000, [.integer(1)])]).count == blank.utf8.count + 24)

        let path = (0..<500).map { PropertyListChange.Step.key("\($0)") }
        let deep = try read("<plist><dict/></plist>").get().applying([.set(path, .boolean(true))])
        #expect(summary(read(deep)).first?.contains("nested-too-deeply") == true)
    }

    @Test("Changes take proportional time, also on one line", arguments: ["", "\n"])
    func growth(lineBreak: String) throws {
        let factor = try Growth.factor(from: 500, rounds: 2) { count in
            let element = "<dict><key>k</key><true/></dict>" + lineBreak
            let document = try read("<plist><array>" + String(repeating: element, count: count) + "</array></plist>")
                .get()
            let changes = (0..<count).map { PropertyListChange.set([.position($0), "l"], .boolean(true)) }
            return try Growth.time { _ = try document.applying(changes) }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test("A file with a changed byte is edited, or was refused when it was read")
    func damage() throws {
        var random = SplitMix(seed: 7)
        var changed = 0
        for seed in 0..<1000 {
            var lists = RandomPropertyLists(seed: UInt64(seed) + 9_000_000)
            let text = lists.text()
            var bytes = seed % 2 == 0 ? Array(text.utf8) : BinarySample.file(of: try read(text).get().root)
            for _ in 0..<random.number(in: 1...3) {
                bytes[random.number(in: 0...bytes.count - 1)] = random.one(of: Array("<>/\" \n!-\u{0}k".utf8))
            }
            guard case .success(let document) = read(bytes) else { continue }
            for _ in 0..<5 {
                let tree = ChangedTree(document.root)
                let change = lists.change(of: tree)
                guard let expected = try? tree.changed(change) else {
                    #expect(throws: PropertyListChangeError.self, "\(change)") { try document.applying([change]) }
                    continue
                }
                #expect(try ChangedTree(read(document.applying([change])).get().root) == expected, "\(change)")
                changed += 1
            }
        }
        #expect(changed > 40)
    }
}
