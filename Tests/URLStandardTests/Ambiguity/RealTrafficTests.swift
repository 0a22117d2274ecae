import Foundation
import TestSupport
import Testing
import URLStandard

@Suite("Real traffic") struct RealTrafficTests {
    static let folder = "corpus/urls"

    @Test(
        "Among published and browsed URLs, only hosts with a quotation mark are flagged",
        .enabled(if: PublishedData.has(folder), "\(PublishedData.howToGet)"),
        arguments: [
            ("brave_url.txt", 8276, 0), ("ghostery_all.txt", 16592, 0), ("kasztp.txt", 48010, 150),
            ("kasztp_hard.txt", 20000, 47), ("userbait.txt", 11430, 0), ("blk_hit50.txt.xz", 67716, 150),
        ]
    )
    func onlyQuotationMarksAreFlagged(file: String, count: Int, flagged: Int) throws {
        let bytes = try Self.bytes(of: file)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var url = URLRecord()
        var read = 0
        var flaggedHosts = 0
        for line in lines where !line.isEmpty {
            read += 1
            do throws(URLParsingError) {
                try url.parse(line.span)
            } catch {
                continue
            }
            let isFlagged = url.disagreesOnAuthority(with: line.span)
            guard isFlagged else { continue }
            flaggedHosts += 1
            let host = String(decoding: line, as: UTF8.self).split(separator: "/").dropFirst().first ?? ""
            #expect(host.contains("\""), "\(String(decoding: line, as: UTF8.self))")
        }
        #expect(read == count)
        #expect(flaggedHosts == flagged)
    }

    /// The bytes of a file, decompressed if it is compressed with `xz`.
    private static func bytes(of file: String) throws -> [UInt8] {
        let path = Self.folder + "/" + file
        guard file.hasSuffix(".xz") else { return try PublishedData.bytes(path) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["xz", "--decompress", "--stdout", PublishedData.path(path)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd().map(Array.init) ?? []
        process.waitUntilExit()
        return bytes
    }
}
