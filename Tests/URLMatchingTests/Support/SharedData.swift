#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Published test data that the project does not carry.
///
/// It is looked for in the folder that the environment variable `DEMARC_SHARED` names, else in `shared` beside the
/// package. Suites that need a file of it are skipped where it is absent; `make conformance-data` gets what may be had.
enum SharedData {
    /// The bytes of a file, or nil where it is absent.
    static func bytes(_ path: String) -> [UInt8]? {
        guard let file = unsafe fopen(root + "/" + path, "rb") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&block, 1, block.count, file)
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: block[..<count])
        }
    }

    private static var root: String {
        if let folder = unsafe getenv("DEMARC_SHARED") { return unsafe String(cString: folder) }
        // Tests/URLMatchingTests/Support/SharedData.swift stands four levels below the package's root.
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return "/\(package)/../shared"
    }
}
