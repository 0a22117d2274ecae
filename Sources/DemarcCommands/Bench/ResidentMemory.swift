import ByteText
import Glibc

/// How much of this process's memory is in the machine's.
enum ResidentMemory {
    /// The bytes; nil where the system does not tell.
    static var bytes: Int? {
        // Two numbers of pages and more: the size of the process, and what of it is resident.
        guard let file = try? InputFile(path: "/proc/self/statm") else { return nil }
        var reader = LineReader(descriptor: file.descriptor, lineLimit: 256)
        guard reader.fill() == nil, let line = reader.nextLine() else { return nil }
        let fields = reader.bytes(of: line).string.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }
}
