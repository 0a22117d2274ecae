#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Property lists of published apps, which the project does not carry.
///
/// They are looked for in `corpus/plist` of the folder that `DEMARC_SHARED` names, else of `shared` beside the package.
enum Corpus {
    static var folder: String {
        if let folder = unsafe getenv("DEMARC_SHARED") { return unsafe String(cString: folder) + "/corpus/plist" }
        // Tests/PolicyFilesTests/Support/Corpus.swift stands four levels below the package's root.
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return "/\(package)/../shared/corpus/plist"
    }

    /// The names of the files, in order; empty where the corpus is absent.
    static let names: [String] = {
        guard let folder = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }()
}
