import Foundation

/// Property lists of published apps, which the project does not carry.
///
/// They are looked for in `corpus/plist` of the folder that the environment variable `DEMARC_SHARED` names, else of
/// `shared` beside the package.
enum PublishedPropertyLists {
    static let names: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".plist") || $0.hasSuffix(".entitlements") }.sorted()
    }()

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: folder + "/" + name)))
    }

    private static let folder: String = {
        if let folder = ProcessInfo.processInfo.environment["DEMARC_SHARED"] { return folder + "/corpus/plist" }
        // Tests/PropertyListTests/PublishedPropertyLists.swift stands three levels below the package's root.
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(package)/../shared/corpus/plist"
    }()
}
