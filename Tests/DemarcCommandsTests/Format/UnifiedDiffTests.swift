import Testing

@testable import DemarcCommands

@Suite("Unified diffs") struct UnifiedDiffTests {
    @Test(
        "Diffs have the form that patch accepts",
        arguments: [
            ("", "", ""),
            ("a\n", "a\n", ""),
            ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
            ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
            ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
            ("a\nb", "a\nc\nb", "@@ -1,2 +1,3 @@\n a\n+c\n b\n\\ No newline at end of file\n"),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nx\n6\n7\n8\n",
                "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"
            ),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n0\n",
                "@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -7,3 +8,4 @@\n 7\n 8\n 9\n+0\n"
            ),
            ("1\n2\n3\n4\n5\n6\n", "0\n1\n2\n3\n4\n5\n6\n0\n", "@@ -1,6 +1,8 @@\n+0\n 1\n 2\n 3\n 4\n 5\n 6\n+0\n"),
            ("a\r\nb\r\n", "a\nb\r\n", "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n"),
        ]
    )
    func text(old: String, new: String, hunks: String) {
        let text = UnifiedDiff(from: Array(old.utf8), to: Array(new.utf8)).text(from: "o", to: "n")
        #expect(String(decoding: text, as: UTF8.self) == (hunks.isEmpty ? "" : "--- o\n+++ n\n" + hunks))
    }
}
