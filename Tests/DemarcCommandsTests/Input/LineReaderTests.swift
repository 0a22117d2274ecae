import Foundation
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("Reading lines") struct LineReaderTests {
    private func lines(of bytes: [UInt8], limit: Int) throws -> [[UInt8]] {
        let folder = try TemporaryFolder()
        let file = try InputFile(path: try folder.write(bytes, to: "lines"))
        var reader = LineReader(descriptor: file.descriptor, lineLimit: limit)
        var lines: [[UInt8]] = []
        while true {
            while let line = reader.nextLine() {
                let bytes = reader.bytes(of: line)
                lines.append(bytes.indices.map { bytes[$0] })
                #expect(line.isCut == (bytes.count > limit))
            }
            if reader.isAtEnd { break }
            #expect(reader.fill() == nil)
        }
        #expect(reader.lineCount == lines.count)
        #expect(reader.byteCount == bytes.count)
        return lines
    }

    /// The same in the simplest way.
    private func expected(_ bytes: [UInt8], limit: Int) -> [[UInt8]] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            let line = line.last == 0x0D ? line.dropLast() : line[...]
            return Array(line.prefix(limit + 1))
        }
    }

    @Test("The lines equal those of a split, whatever their lengths and the block boundaries")
    func law() throws {
        var random = SystemRandomNumberGenerator()
        let interesting = [
            0, 1, 2, 100, LineReader.blockSize - 1, LineReader.blockSize, LineReader.blockSize + 1, 700_000,
        ]
        for limit in [1, 100, 300_000] {
            var bytes: [UInt8] = []
            for _ in 0..<24 {
                let length = interesting.randomElement(using: &random) ?? 0
                bytes += [UInt8](repeating: UInt8.random(in: 0x20...0xFF, using: &random), count: length)
                bytes += Bool.random(using: &random) ? [0x0A] : [0x0D, 0x0A]
            }
            if Bool.random(using: &random) { bytes.removeLast() }
            let (actual, wanted) = (try lines(of: bytes, limit: limit), expected(bytes, limit: limit))
            #expect(actual.map(\.count) == wanted.map(\.count))
            #expect(actual == wanted)
        }
    }
}
