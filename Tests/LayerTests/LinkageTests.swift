import Foundation
import Testing

/// A program that links only the engine links neither Foundation nor Foundation's URL parser.
///
/// The layer tests check imports. These tests check the result of the linker, including packages from outside.
@Suite("Linkage")
struct LinkageTests {
    private static let folder = Bundle.main.executableURL?.deletingLastPathComponent()

    #if os(Linux)
        private static let isLinux = true
    #else
        private static let isLinux = false
    #endif

    @Test("A host of the engine alone does not link Foundation", .enabled(if: isLinux))
    func engineAlone() throws {
        let needed = try NeededLibraries(of: #require(Self.folder).appending(path: "EngineAlone"))
        #expect(needed.names.contains { $0.hasPrefix("libicuuc.so") }, "not what was meant: \(needed.names)")
        let unwanted = needed.names.filter { $0.contains("Foundation") || $0.contains("libxml2") }
        #expect(unwanted.isEmpty, "\(unwanted)")
    }

    @Test("A host of the whole library links Foundation, so the check can fail", .enabled(if: isLinux))
    func demarc() throws {
        let needed = try NeededLibraries(of: #require(Self.folder).appending(path: "demarc"))
        #expect(needed.names.contains { $0.contains("Foundation") })
        #expect(needed.names.contains { $0.hasPrefix("libxml2.so") })
    }
}

/// The libraries that an executable requests from the system's loader: the `DT_NEEDED` entries of an ELF file.
private struct NeededLibraries {
    private(set) var names: [String] = []

    init(of executable: URL) throws {
        let file = [UInt8](try Data(contentsOf: executable))
        func number(_ offset: Int, _ size: Int) throws -> Int {
            try #require(offset >= 0 && offset + size <= file.count, "\(executable.path) ends at \(file.count)")
            return file[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        try #require(file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), "not a 64-bit little-endian ELF file")
        // The section headers; the dynamic section names the section that contains its texts.
        let (start, size, count) = try (number(0x28, 8), number(0x3A, 2), number(0x3C, 2))
        for index in 0..<count {
            let header = start + index * size
            guard try number(header + 4, 4) == 6 else { continue }
            let (entries, length) = try (number(header + 0x18, 8), number(header + 0x20, 8))
            let texts = try number(start + number(header + 0x28, 4) * size + 0x18, 8)
            for entry in stride(from: entries, to: entries + length, by: 16) where try number(entry, 8) == 1 {
                let name = try file[(texts + number(entry + 8, 8))...].prefix { $0 != 0 }
                names.append(String(decoding: name, as: UTF8.self))
            }
        }
        try #require(!names.isEmpty, "no dynamic section in \(executable.path)")
    }
}
