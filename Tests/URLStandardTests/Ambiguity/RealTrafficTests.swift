import TestSupport
import Testing
import URLStandard

@Suite("Real traffic") struct RealTrafficTests {
    static let folder = "corpus/urls"

    @Test(
        "no URL that people published or a browser requested is flagged",
        .enabled(if: PublishedData.has(folder), "\(PublishedData.howToGet)"),
        arguments: [
            ("brave_url.txt", 8276), ("ghostery_all.txt", 16592), ("kasztp.txt", 48010), ("kasztp_hard.txt", 20000),
            ("userbait.txt", 11430),
        ]
    )
    func nothingIsFlagged(file: String, count: Int) throws {
        let bytes = try PublishedData.bytes(Self.folder + "/" + file)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var url = URLRecord()
        var read = 0
        for line in lines where !line.isEmpty {
            read += 1
            do throws(URLParsingError) {
                try url.parse(line.span)
            } catch {
                continue
            }
            let isFlagged = url.disagreesOnAuthority(with: line.span)
            #expect(!isFlagged, "\(String(decoding: line, as: UTF8.self))")
        }
        #expect(read == count)
    }
}
