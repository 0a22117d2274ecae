import PropertyList
import Testing

/// One change of a text, and the expected text.
struct EditCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let changes: [PropertyListChange]
    let after: String

    init(_ name: String, _ before: String, _ changes: [PropertyListChange], _ after: String) {
        testDescription = name
        self.before = before
        self.changes = changes
        self.after = after
    }
}

@Suite("Changes of an XML property list") struct EditingTests {
    @Test(
        "Inserted values follow the notation of their neighbors",
        arguments: [
            EditCase(
                "a key goes behind the last one",
                "<plist>\n<dict>\n\t<key>a</key>\n\t<string>b</string>\n</dict>\n</plist>\n",
                [.set(["c"], .boolean(true))],
                "<plist>\n<dict>\n\t<key>a</key>\n\t<string>b</string>\n\t<key>c</key>\n\t<true/>\n</dict>\n</plist>\n"
            ),
            EditCase(
                "spaces and CR LF",
                "<plist>\r\n  <dict>\r\n    <key>a</key>\r\n    <string>b</string>\r\n  </dict>\r\n</plist>\r\n",
                [.set(["c"], .array([.integer(1)]))],
                "<plist>\r\n  <dict>\r\n    <key>a</key>\r\n    <string>b</string>\r\n    <key>c</key>\r\n    <array>\r\n"
                    + "      <integer>1</integer>\r\n    </array>\r\n  </dict>\r\n</plist>\r\n"
            ),
            EditCase(
                "lone CR",
                "<plist>\r<dict>\r\t<key>a</key>\r\t<true/>\r</dict>\r</plist>",
                [.set(["c"], .boolean(false))],
                "<plist>\r<dict>\r\t<key>a</key>\r\t<true/>\r\t<key>c</key>\r\t<false/>\r</dict>\r</plist>"
            ),
            EditCase(
                "a mixed file takes the line end of the neighbour",
                "<plist>\n<dict>\n\t<key>a</key>\r\n\t<true/>\r\n</dict>\n</plist>",
                [.set(["c"], .boolean(false))],
                "<plist>\n<dict>\n\t<key>a</key>\r\n\t<true/>\r\n\t<key>c</key>\r\n\t<false/>\r\n</dict>\n</plist>"
            ),
            EditCase(
                "an array that is written as one tag",
                "<plist>\n<dict>\n\t<key>a</key>\n\t<array />\n</dict>\n</plist>",
                [.insert(["a"], at: 0, [.string("x"), .string("y")])],
                "<plist>\n<dict>\n\t<key>a</key>\n\t<array>\n\t\t<string>x</string>\n\t\t<string>y</string>\n\t</array>\n"
                    + "</dict>\n</plist>"
            ),
            EditCase(
                "a dictionary whose tags have nothing between them",
                "<plist>\n<dict></dict>\n</plist>",
                [.set(["a"], .string(""))],
                "<plist>\n<dict>\n\t<key>a</key>\n\t<string></string>\n</dict>\n</plist>"
            ),
            EditCase(
                "an empty dictionary of two lines",
                "<plist>\n<dict>\n</dict>\n</plist>",
                [.set(["a"], .integer(-5))],
                "<plist>\n<dict>\n\t<key>a</key>\n\t<integer>-5</integer>\n</dict>\n</plist>"
            ),
            EditCase(
                "an empty array with a comment",
                "<plist>\n <array>\n  <!-- none yet -->\n </array>\n</plist>",
                [.insert([], at: 0, [.boolean(true)])],
                "<plist>\n <array>\n \t<true/>\n  <!-- none yet -->\n </array>\n</plist>"
            ),
            EditCase(
                "an empty array with a comment on its line",
                "<plist>\n<array><!-- none --></array>\n</plist>",
                [.insert([], at: 0, [.boolean(true)])],
                "<plist>\n<array><!-- none -->\n\t<true/>\n</array>\n</plist>"
            ),
            EditCase(
                "one line stays one line",
                "<plist><dict><key>a</key><true/></dict></plist>",
                [.set(["b"], .array([.string("x")])), .set(["c"], .dictionary([.init("d", .boolean(true))]))],
                "<plist><dict><key>a</key><true/><key>b</key><array><string>x</string></array><key>c</key><dict>"
                    + "<key>d</key><true/></dict></dict></plist>"
            ),
            EditCase(
                "one line with blanks between",
                "<plist>\n<dict>\n\t<key>a</key> <array> <true/> <false/> </array>\n</dict>\n</plist>",
                [
                    .insert(["a"], at: 9, [.integer(1)]), .insert(["a"], at: 0, [.integer(0)]),
                    .set(["b"], .boolean(true)),
                ],
                "<plist>\n<dict>\n\t<key>a</key> <array> <integer>0</integer> <true/> <false/> <integer>1</integer> </array>\n"
                    + "\t<key>b</key> <true/>\n</dict>\n</plist>"
            ),
            EditCase(
                "the end tag on the line of the last value",
                "<plist>\n<array>\n\t<true/>\n\t<false/></array>\n</plist>",
                [.insert([], at: 2, [.integer(1)])],
                "<plist>\n<array>\n\t<true/>\n\t<false/>\n\t<integer>1</integer></array>\n</plist>"
            ),
            EditCase(
                "a comment on the line of a neighbour stays with it",
                "<plist>\n<array>\n\t<true/> <!-- yes\n\tindeed --> \n\t<!-- no -->\n\t<false/>\n\t<!-- end -->\n</array>\n</plist>",
                [.insert([], at: 1, [.integer(1)]), .insert([], at: 3, [.integer(2)])],
                "<plist>\n<array>\n\t<true/> <!-- yes\n\tindeed --> \n\t<integer>1</integer>\n\t<!-- no -->\n\t<false/>\n"
                    + "\t<integer>2</integer>\n\t<!-- end -->\n</array>\n</plist>"
            ),
            EditCase(
                "before the first element, blank lines are no style",
                "<plist>\n<array>\n\n\n    <true/>\n</array>\n</plist>",
                [.insert([], at: 0, [.integer(1)])],
                "<plist>\n<array>\n    <integer>1</integer>\n\n\n    <true/>\n</array>\n</plist>"
            ),
            EditCase(
                "dictionaries that are missing on the way are made",
                "<plist>\n<dict>\n    <key>a</key>\n    <dict/>\n</dict>\n</plist>",
                [.set(["a", "b", "c"], .boolean(true)), .insert(["a", "b", "d"], at: 4, [.integer(1)])],
                """
                <plist>
                <dict>
                    <key>a</key>
                    <dict>
                        <key>b</key>
                        <dict>
                            <key>c</key>
                            <true/>
                            <key>d</key>
                            <array>
                                <integer>1</integer>
                            </array>
                        </dict>
                    </dict>
                </dict>
                </plist>
                """
            ),
            EditCase(
                "a file without indentation",
                "<plist>\n<dict>\n<key>a</key>\n<dict>\n<key>b</key>\n<true/>\n</dict>\n</dict>\n</plist>",
                [.set(["a", "c"], .array([.integer(1)]))],
                "<plist>\n<dict>\n<key>a</key>\n<dict>\n<key>b</key>\n<true/>\n<key>c</key>\n<array>\n<integer>1</integer>\n"
                    + "</array>\n</dict>\n</dict>\n</plist>"
            ),
            EditCase(
                "text is escaped, and its line ends are the file's",
                "<plist>\r\n<array>\r\n\t<true/>\r\n</array>\r\n</plist>",
                [.insert([], at: 1, [.string("a<b>&\"c\"\r]]>\nd")])],
                "<plist>\r\n<array>\r\n\t<true/>\r\n\t<string>a&lt;b&gt;&amp;\"c\"&#13;]]&gt;\r\nd</string>\r\n</array>\r\n</plist>"
            ),
            EditCase(
                "tags with attributes and a `>` in one",
                "<plist>\n<dict a='>' b=\"/>\">\n\t<key x='>'>k</key>\n\t<array id='/>' />\n</dict>\n</plist>",
                [.insert(["k"], at: 0, [.integer(1)]), .rename(["k"], to: "l")],
                "<plist>\n<dict a='>' b=\"/>\">\n\t<key x='>'>l</key>\n\t<array id='/>'>\n\t\t<integer>1</integer>\n\t</array>\n"
                    + "</dict>\n</plist>"
            ),
        ]
    )
    func insertion(row: EditCase) throws { try check(row) }

    @Test(
        "Replacing, renaming and removing affect nothing else",
        arguments: [
            EditCase(
                "a value in its place",
                "<plist>\n<dict>\n\t<key>a</key> <!-- x -->\n\t<string>b</string> <!-- y -->\n</dict>\n</plist>",
                [.set(["a"], .array([.boolean(true)]))],
                "<plist>\n<dict>\n\t<key>a</key> <!-- x -->\n\t<array>\n\t\t<true/>\n\t</array> <!-- y -->\n</dict>\n</plist>"
            ),
            EditCase(
                "comments and instructions in a value stay before the one that replaces it",
                "<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<dict>\r\n\t\t<!-- x > -->\r\n\t\t<key b='>'>k</key>\r\n"
                    + "\t\t<array><?c <!-- ?><string><![CDATA[<!-- n -->]]><!-- y\r\n--></string></array>\r\n"
                    + "\t</dict>\r\n\t<!-- z -->\r\n</dict>\r\n</plist>",
                [.set(["a"], .string("b"))],
                "<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<!-- x > -->\r\n\t<?c <!-- ?>\r\n"
                    + "\t<!-- y\r\n-->\r\n\t<string>b</string>\r\n\t<!-- z -->\r\n</dict>\r\n</plist>"
            ),
            EditCase(
                "a comment does not end with the bytes that it begins with",
                "<plist>\n<dict>\n\t<key>a</key>\n\t<array><true/><!--->- c --></array>\n</dict>\n</plist>",
                [.set(["a"], .string("b"))],
                "<plist>\n<dict>\n\t<key>a</key>\n\t<!--->- c -->\n\t<string>b</string>\n</dict>\n</plist>"
            ),
            EditCase(
                "comments in a value on one line stay on it, and a new text has the line ends of the file",
                "<plist>\r\n<dict><key>a</key> <array><true/><!-- x --></array></dict>\r\n</plist>",
                [.set(["a"], .string("b\nc"))],
                "<plist>\r\n<dict><key>a</key> <!-- x --><string>b\r\nc</string></dict>\r\n</plist>"
            ),
            EditCase(
                "an element in its place",
                "<plist><array><true/><string>a</string></array></plist>",
                [.set([1], .string("b"))],
                "<plist><array><true/><string>b</string></array></plist>"
            ),
            EditCase(
                "the first of two equal keys",
                "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>",
                [.set(["a"], .boolean(false)), .rename(["a"], to: "b")],
                "<plist><dict><key>b</key><false/><key>a</key><true/></dict></plist>"
            ),
            EditCase(
                "a key keeps its place and is escaped",
                "<plist>\n<dict>\n\t<key>a&#x62;</key>\n\t<true/>\n\t<key/>\n\t<true/>\n</dict>\n</plist>",
                [.rename(["ab"], to: "<&>"), .rename([""], to: "e")],
                "<plist>\n<dict>\n\t<key>&lt;&amp;&gt;</key>\n\t<true/>\n\t<key>e</key>\n\t<true/>\n</dict>\n</plist>"
            ),
            EditCase(
                "an entry takes its lines, comments stay",
                "<plist>\n<dict>\n\t<!-- a -->\n\t<key>a</key>\n\t<true/>  \n\t<!-- b -->\n\t<key>b</key>\n\t<true/>\n</dict>\n</plist>",
                [.remove(["a"])],
                "<plist>\n<dict>\n\t<!-- a -->\n\t<!-- b -->\n\t<key>b</key>\n\t<true/>\n</dict>\n</plist>"
            ),
            EditCase(
                "all of them",
                "<plist>\r\n<array>\r\n\t<true/>\r\n\t<false/>\r\n</array>\r\n</plist>",
                [.remove([0]), .remove([0])],
                "<plist>\r\n<array>\r\n</array>\r\n</plist>"
            ),
            EditCase(
                "one of several on a line",
                "<plist>\n<array> <true/> <false/> <integer>1</integer> </array>\n</plist>",
                [.remove([1])],
                "<plist>\n<array> <true/> <integer>1</integer> </array>\n</plist>"
            ),
            EditCase(
                "the first on a line leaves the indentation to the next",
                "<plist>\n<array>\n\t<true/> <false/>\n</array>\n</plist>",
                [.remove([0])],
                "<plist>\n<array>\n\t<false/>\n</array>\n</plist>"
            ),
            EditCase(
                "all on a line take the line",
                "<plist>\n<array>\n\t<true/> <false/>\n\t<integer>1</integer>\n</array>\n</plist>",
                [.remove([0]), .remove([0])],
                "<plist>\n<array>\n\t<integer>1</integer>\n</array>\n</plist>"
            ),
            EditCase(
                "a comment between two that go stays",
                "<plist>\n<array>\n\t<true/>\n\t<!-- c -->\n\t<false/>\n</array>\n</plist>",
                [.remove([1]), .remove([0])],
                "<plist>\n<array>\n\t<!-- c -->\n</array>\n</plist>"
            ),
            EditCase(
                "what goes is replaced by what comes",
                "<plist>\n<array>\n\t<true/>\n\t<!-- c -->\n\t<false/>\n\t<integer>1</integer>\n</array>\n</plist>",
                [.remove([0]), .insert([], at: 0, [.string("a"), .string("b")]), .remove([2])],
                "<plist>\n<array>\n\t<string>a</string>\n\t<string>b</string>\n\t<!-- c -->\n\t<integer>1</integer>\n</array>\n</plist>"
            ),
            EditCase(
                "positions count what is put in before",
                "<plist><array><true/></array></plist>",
                [.insert([], at: 0, [.integer(0)]), .remove([1]), .insert([], at: 1, [.integer(1)])],
                "<plist><array><integer>0</integer><integer>1</integer></array></plist>"
            ),
            EditCase(
                "a new value is stepped into",
                "<plist><dict><key>a</key><true/></dict></plist>",
                [
                    .set(["a"], .dictionary([])), .set(["a", "b"], .array([])),
                    .insert(["a", "b"], at: 0, [.integer(1)]),
                    .set(["c"], .integer(1)), .rename(["c"], to: "d"), .remove(["d"]), .rename(["a"], to: "e"),
                ],
                "<plist><dict><key>e</key><dict><key>b</key><array><integer>1</integer></array></dict></dict></plist>"
            ),
            EditCase(
                "the root",
                "<?xml version='1.0'?>\n<plist>\n<true/>\n</plist>",
                [.set([], .array([]))],
                "<?xml version='1.0'?>\n<plist>\n<array/>\n</plist>"
            ),
        ]
    )
    func replacement(row: EditCase) throws { try check(row) }

    @Test(
        "Text can be inserted into a string without changing its other bytes",
        arguments: [
            EditCase(
                "references stay, and a quote is written as the others are",
                "<plist><string>a &quot;b&#34; &lt;= c</string></plist>",
                [.insertText([], [TextInsertion("\"x\" & ", at: 2), TextInsertion("!", at: 10)])],
                "<plist><string>a &quot;x&quot; &amp; &quot;b&#34; &lt;= c!</string></plist>"
            ),
            EditCase(
                "plain quotes stay plain",
                "<plist><string>\"b\" 'c' &apos;</string></plist>",
                [.insertText([], [TextInsertion("\"'", at: 0)])],
                "<plist><string>\"&apos;\"b\" 'c' &apos;</string></plist>"
            ),
            EditCase(
                "line ends stay, and new ones are as the others",
                "<plist>\r\n<string>a\r\nb\nc</string>\r\n</plist>",
                [.insertText([], [TextInsertion("x\n", at: 2), TextInsertion("y", at: 4)])],
                "<plist>\r\n<string>a\r\nx\r\nb\nyc</string>\r\n</plist>"
            ),
            EditCase(
                "character data, comments and characters of several bytes",
                "<plist><string>ä<!-- ä & --><![CDATA[<b>\r\n]]>&#xE4;<?x ?>c</string></plist>",
                [
                    .insertText(
                        [],
                        [TextInsertion("1", at: 2), TextInsertion("\"&\"", at: 3), TextInsertion("&", at: 8)]
                    )
                ],
                "<plist><string>ä1<!-- ä & --><![CDATA[<\"&\"b>\r\n]]>&#xE4;&amp;<?x ?>c</string></plist>"
            ),
            EditCase(
                "a comment does not end with the bytes that it begins with",
                "<plist><string>a<!--->-->b</string></plist>",
                [.insertText([], [TextInsertion("1", at: 2)])],
                "<plist><string>a<!--->-->b1</string></plist>"
            ),
            EditCase(
                "pieces for one place stay in their order, and the first place comes first",
                "<plist><string>ab</string></plist>",
                [.insertText([], [TextInsertion("3", at: 2), TextInsertion("1", at: 1), TextInsertion("2", at: 1)])],
                "<plist><string>a12b3</string></plist>"
            ),
            EditCase(
                "an empty text, as one tag or as two",
                "<plist><array><string/><string></string></array></plist>",
                [.insertText([0], [TextInsertion("a", at: 0)]), .insertText([1], [TextInsertion("b", at: 0)])],
                "<plist><array><string>a</string><string>b</string></array></plist>"
            ),
            EditCase(
                "what cannot be in character data is rewritten",
                "<plist><string><![CDATA[a]]></string></plist>",
                [.insertText([], [TextInsertion("]]>", at: 1)])],
                "<plist><string>a]]&gt;</string></plist>"
            ),
            EditCase(
                "twice, and into a text that is new",
                "<plist><dict><key>a</key><string>&quot;</string></dict></plist>",
                [
                    .insertText(["a"], [TextInsertion("x", at: 0)]), .insertText(["a"], [TextInsertion("y", at: 1)]),
                    .set(["b"], .string("c")), .insertText(["b"], [TextInsertion("d", at: 1)]),
                ],
                "<plist><dict><key>a</key><string>xy\"</string><key>b</key><string>cd</string></dict></plist>"
            ),
        ]
    )
    func pieces(row: EditCase) throws { try check(row) }

    @Test(
        "Setting an equal value changes no byte",
        arguments: [
            [],
            [.set(["a"], .string("b"))],
            [.set(["c"], .array([.boolean(true), .integer(16)]))],
            [.set(["c", 1], .integer(16)), .insert(["c"], at: 1, [])],
            [.rename(["a"], to: "x"), .rename(["x"], to: "a")],
            [.insert(["c"], at: 0, [.integer(1)]), .remove(["c", 0])],
            [.set(["n"], .boolean(true)), .remove(["n"])],
            [.insertText(["a"], [])],
            [.insertText(["a"], [TextInsertion("", at: 1)])],
        ] as [[PropertyListChange]]
    )
    func nothing(changes: [PropertyListChange]) throws {
        let text =
            "\u{FEFF}\(head)<plist>\r\n <dict ><key>a</key >\n<string><![CDATA[b]]></string>"
            + "<key>c</key>\t<array>\n<true></true>\r<integer> 0x10 </integer><!-- ä --></array>\r\n</dict>\n</plist>\n\n"
        for encoding in PropertyListFormat.Encoding.allCases {
            let bytes = encoded(text, as: encoding)
            #expect(try read(bytes).get().applying(changes) == bytes)
        }
    }

    @Test("A UTF-16 file stays UTF-16")
    func wide() throws {
        for encoding in PropertyListFormat.Encoding.allCases {
            let before = "<plist><array><string>\u{1F600}</string></array></plist>"
            let after = "<plist><array><string>\u{1F600}</string><string>ä\u{1F601}</string></array></plist>"
            let changes: [PropertyListChange] = [.insert([], at: 1, [.string("ä\u{1F601}")])]
            #expect(try read(encoded(before, as: encoding)).get().applying(changes) == encoded(after, as: encoding))
        }
    }

    @Test("Two spellings of one letter are different")
    func normalization() throws {
        let document = try read("<plist><dict><key>e\u{301}</key><string>e\u{301}</string></dict></plist>").get()
        let result = try document.applying([.set(["\u{E9}"], .boolean(true)), .set(["e\u{301}"], .string("\u{E9}"))])
        let expected =
            "<plist><dict><key>e\u{301}</key><string>\u{E9}</string><key>\u{E9}</key><true/></dict></plist>"
        #expect(result.elementsEqual(expected.utf8))
    }

    private func check(_ row: EditCase) throws {
        let result = try read(row.before).get().applying(row.changes)
        #expect(String(decoding: result, as: UTF8.self) == row.after)
        // The written file can be read.
        _ = try read(result).get()
    }
}
