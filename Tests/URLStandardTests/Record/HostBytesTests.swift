import ByteText
import Testing

@testable import URLStandard

@Suite("Bytes of hosts") struct HostBytesTests {
    /// Around hosts of every length, with and without bytes after them, because sixteen are read at once.
    @Test(
        "The dots of a host of any length are found, and none after it",
        arguments: [
            ("foo://", ""), ("foo://", "/.a"), ("foo://u:p@", ":8080/....................."), ("https://u@", ""),
            ("https://u@", "/........b"), ("https://", ""), ("https://", "/.a.b"),
        ]
    )
    func dots(before: String, after: String) throws {
        for count in 1...70 {
            for step in 2...5 {
                let host = (0..<count).map { $0 % step == 1 ? "." : "a" }.joined()
                let url = try URLRecord(parsing: "\(before)\(host)\(after)".utf8.span)
                let problems = LayoutChecks.problems(of: url)
                #expect(problems.isEmpty, "\(before)\(host)\(after)")
            }
        }
    }

    @Test("The delimiters of a host are the ASCII that a domain may contain and no name does")
    func delimiters() {
        let delimiters = (UInt8.min...UInt8.max).filter(URLRecord.isHostDelimiter)
        #expect(String(decoding: delimiters, as: UTF8.self) == "!\"$&'()*+,;=`{}~")
    }
}
