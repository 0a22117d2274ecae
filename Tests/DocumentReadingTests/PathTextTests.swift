import Testing

@testable import DocumentReading

/// Paths as texts. U+0D4E and a slash after it are one `Character`, as are a slash and U+0301 after it.
@Suite("Paths as texts") struct PathTextTests {
    @Test(
        "A path is collapsed by the slashes that the system sees",
        arguments: [
            ("/a/\u{D4E}/../../b", "/b", "`..` after a letter that Swift joins to the slash"),
            ("/a/\u{301}b/../c", "/a/c", "an accent after the slash"), ("/a/..\u{301}/b", "/a/..\u{301}/b", "not `..`"),
            ("a//./b/", "/a/b", "empty parts and `.`"), ("/../../a", "/a", "nothing is above the root"),
            ("", "/", "the root"),
        ]
    )
    func collapsed(path: String, expected: String, why: Comment) {
        let isSame = PathText.collapsed(path).utf8.elementsEqual(expected.utf8)
        #expect(isSame, why)
    }

    @Test(
        "A path is relative to the file that names it, unless it begins with a slash",
        arguments: [
            ("/\u{301}b", "a/c.yaml", "/\u{301}b"), ("./\u{301}b", "a/c.yaml", "a/\u{301}b"),
            ("././b", "./c.yaml", "./b"), ("b", "c.yaml", "b"), ("b", "/c.yaml", "/b"),
        ]
    )
    func resolved(path: String, file: String, expected: String) {
        let isSame = PathText.resolve(path, besides: file).utf8.elementsEqual(expected.utf8)
        #expect(isSame, "\(PathText.resolve(path, besides: file))")
    }

    @Test(
        "The rest of a path below a folder begins after the slash",
        arguments: [
            ("/a/\u{301}b/c", "/a", "\u{301}b/c"), ("/a/b", "/", "a/b"), ("/ab", "/a", nil), ("/a", "/a", nil),
        ] as [(String, String, String?)]
    )
    func below(path: String, folder: String, expected: String?) {
        let rest = PathText.relative(path, below: folder)
        #expect(rest.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "The path from the folder of a file does not depend on the working directory",
        arguments: [
            ("b", "c.yaml", "b"), ("a/b", "a/c.yaml", "b"), ("./b", "./c.yaml", "b"), ("../b", "../c.yaml", "b"),
            ("/x/a/b", "/x/a/c.yaml", "b"), ("../b", "c.yaml", "../b"), ("b", "a/c.yaml", "../b"),
            ("../../b", "../c.yaml", "../b"), ("a/../b", "c.yaml", "b"), ("/x/b", "a/c.yaml", "/x/b"),
        ]
    )
    func besides(path: String, file: String, expected: String) {
        #expect(PathText.relative(path, besides: file) == expected)
    }

    @Test("The path from a folder to a file goes up by whole folders")
    func relative() {
        #expect(PathText.relative("/a/\u{D4E}/b", from: "/a/\u{D4E}") == "b")
        #expect(PathText.relative("/a/b", from: "/a/\u{D4E}/c") == "../../b")
    }
}
