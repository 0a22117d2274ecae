import Foundation
import TestSupport
import Testing

/// The systemd units of `Examples/fleet`, on a server where nothing but their files was installed.
@Suite("Units of the fleet") struct FleetUnitsTests {
    private static let folder = "Examples/fleet/units"

    /// The lines of every file with this ending, each with the name of its file.
    private static func lines(_ ending: String) throws -> [(file: String, line: Substring)] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).sorted()
            .filter { $0.hasSuffix(ending) }
            .flatMap { file in
                try Repository.text("\(folder)/\(file)").split(separator: "\n").map { (file: file, line: $0) }
            }
    }

    @Test("Every user and group of a unit is created", arguments: [("User=", "u"), ("Group=", "g")])
    func users(key: String, kind: String) throws {
        let created = try Self.lines(".conf").map { $0.line.split(separator: " ").prefix(2).joined(separator: " ") }
        let named = try Self.lines(".service").filter { $0.line.hasPrefix(key) }
        #expect(!named.isEmpty)
        for (file, line) in named {
            #expect(created.contains("\(kind) \(line.dropFirst(key.count))"), "\(file): \(line)")
        }
    }

    @Test("No unit needs a folder that another one creates")
    func folders() throws {
        // systemd starts nothing if such a path does not exist, unless `-` precedes it.
        for (file, line) in try Self.lines(".service") {
            guard let setting = line.wholeMatch(of: /(?:ReadOnly|ReadWrite|Inaccessible)Paths=(.*)/) else { continue }
            for path in setting.output.1.split(separator: " ") { #expect(path.hasPrefix("-"), "\(file): \(line)") }
        }
    }
}
