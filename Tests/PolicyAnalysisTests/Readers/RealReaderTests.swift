import ByteText
import Foundation
import TestSupport
import Testing

@testable import PolicyAnalysis

/// A real reader that Tests/Readers runs; its README lists the readers that are compared on a million texts.
enum RealReader: String, CaseIterable, Sendable {
    case rfc3986, urllib, curl, nodeLegacy

    private var command: [String] {
        let folder = Repository.root + "/Tests/Readers/"
        return self == .nodeLegacy ? ["node", folder + "real.js"] : ["python3", folder + "real.py", rawValue]
    }

    /// The version that the model was compared with.
    private var version: String? {
        switch self {
        case .rfc3986: nil
        case .urllib: "Python 3.11."
        case .curl: "libcurl/7.88."
        case .nodeLegacy: "Node.js v20."
        }
    }

    /// Whether the reader is installed, in the version that the model was compared with.
    var isPresent: Bool {
        guard
            let found = try? run(
                command.dropLast(self == .nodeLegacy ? 0 : 1)
                    + (self == .nodeLegacy ? ["--version"] : ["--version", rawValue]),
                on: ""
            ).first
        else {
            return false
        }
        return version.map { found.hasPrefix($0) } ?? !found.isEmpty
    }

    /// The reader's results for texts, as lines in the format of Tests/Readers/real.py.
    func readings(of texts: [String]) throws -> [String] {
        try run(command, on: texts.map { $0.utf8.map(Self.digits).joined() + "\n" }.joined())
    }

    private static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private func run(_ command: [String], on input: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let output = try folder.write("", to: "output")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "60"] + command
        process.standardInput = FileHandle(forReadingAtPath: try folder.write(input, to: "input"))
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return try folder.read("output").split(separator: "\n").map(String.init)
    }
}

@Suite("Models of URL readers compared with the real readers") struct RealReaderTests {
    /// Parses a line of Tests/Readers/real.py into a reading.
    private static func reading(_ line: String) -> ReaderReading? {
        let parts = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5 else { return nil }
        func bytes(_ text: String) -> [UInt8] {
            let digits = Array(text.utf8)
            return stride(from: 0, to: digits.count - 1, by: 2).map { place in
                (Hexadecimal.value(of: digits[place]) ?? 0) << 4 | (Hexadecimal.value(of: digits[place + 1]) ?? 0)
            }
        }
        return ReaderReading(
            scheme: bytes(parts[0]),
            host: bytes(parts[1]),
            port: Int(parts[2]).map { min($0, 65536) },
            path: bytes(parts[3]),
            query: parts[4] == "-" ? nil : bytes(parts[4])
        )
    }

    /// Skipped if a reader is not installed, or has a version that the model was not compared with.
    @Test("Models and real readers read thousands of filled templates alike", arguments: RealReader.allCases)
    func alike(reader: RealReader) throws {
        guard reader.isPresent else {
            print(
                "\(reader.rawValue): skipped, because it is not there in the version that the model was held against; "
                    + "`make readers-differential` says which that is"
            )
            return
        }
        let model = try #require(ReaderModel(rawValue: reader.rawValue))
        let texts = ReaderSamples.texts
        #expect(texts.count > 1_500)
        let readings = try reader.readings(of: texts)
        try #require(readings.count == texts.count)
        for (text, line) in zip(texts, readings) {
            #expect(model.read(Array(text.utf8)) == Self.reading(line), "\(text.debugDescription)")
        }
    }
}
