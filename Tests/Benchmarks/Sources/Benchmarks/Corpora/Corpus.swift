import Foundation

/// A list of URLs in one array of bytes, so that reading them costs both sides the same.
struct Corpus {
    let name: String
    let bytes: [UInt8]
    /// Pairs of offsets: the start and the end of a URL.
    let offsets: [UInt32]
    /// How often one pass goes through the list: enough for 60,000 URLs, so that the resolution of the clock does not
    /// matter.
    let repetitions: Int

    var count: Int { offsets.count / 2 }

    /// Uses every line of `bytes` that is not empty.
    init(name: String, bytes: [UInt8]) {
        var offsets: [UInt32] = []
        var start = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !line.isEmpty {
                offsets.append(UInt32(start))
                offsets.append(UInt32(start + line.count))
            }
            start += line.count + 1
        }
        self.name = name
        self.bytes = bytes
        self.offsets = offsets
        repetitions = max(1, 60_000 / max(1, offsets.count / 2))
    }

    init(file path: String) throws(CorpusError) {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw CorpusError(path: path, problem: "is no file that can be read")
        }
        let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
        // Positions in the corpus are 32-bit numbers.
        guard data.count <= Int(UInt32.max) else { throw CorpusError(path: path, problem: "is larger than 4 GiB") }
        self.init(name: name ?? path, bytes: Array(data))
        // Without URLs, a pass has no time per URL.
        guard count > 0 else { throw CorpusError(path: path, problem: "has no URL: every line of it is empty") }
    }

    /// The bytes of a file compressed with `xz`; nil if the file or `xz` is missing.
    static func decompressed(_ path: String) throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["xz", "--decompress", "--stdout", path]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Array(data) : nil
    }

    /// Calls `body` with every URL, `repetitions` times, and sums the results.
    ///
    /// PERF: always inlined, so that `body` becomes part of the loop, as in the peer's template.
    @inline(__always)
    func sum(_ body: (Span<UInt8>) -> UInt64) -> UInt64 {
        let bytes = bytes.span
        let offsets = offsets.span
        var checksum: UInt64 = 0
        for _ in 0..<repetitions {
            var index = 0
            while index < offsets.count {
                checksum &+= body(bytes.extracting(Int(offsets[index])..<Int(offsets[index + 1])))
                index += 2
            }
        }
        return checksum
    }
}
