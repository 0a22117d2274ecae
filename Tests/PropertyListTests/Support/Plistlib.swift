import Foundation
import PropertyList
import TestSupport

/// The results of another library: Python's `plistlib`.
enum Plistlib {
    /// Whether a Python with it is present.
    static let isPresent = (try? values(of: [Array("<plist><true/></plist>".utf8)])) == ["True"]

    /// The values of some files, one line each; `canonical(_:)` writes a value read by this project in the same form.
    static func values(of files: [[UInt8]]) throws -> [String] {
        let folder = try TemporaryFolder()
        var paths: [String] = []
        for (index, file) in files.enumerated() { paths.append(try folder.write(file, to: "\(index)")) }
        let output = try folder.write("", to: "output")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "60", "python3", "-c", script] + paths
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let lines = try folder.read("output").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().map(String.init)
    }

    private static let script = """
        import plistlib, struct, sys, datetime
        def show(v):
            if isinstance(v, dict):
                return "{" + ",".join(sorted(quote(k) + ":" + show(x) for k, x in v.items())) + "}"
            if isinstance(v, list): return "[" + ",".join(map(show, v)) + "]"
            if isinstance(v, bool): return str(v)
            if isinstance(v, int): return str(v)
            if isinstance(v, float): return "real " + struct.pack(">d", v).hex()
            if isinstance(v, bytes): return "data " + v.hex()
            if isinstance(v, plistlib.UID): return "uid " + str(v.data)
            if isinstance(v, datetime.datetime): return "date " + str(int((v - datetime.datetime(2001, 1, 1)).total_seconds()))
            return quote(v)
        def quote(s): return s.encode().hex() + "'"
        for path in sys.argv[1:]:
            with open(path, "rb") as f:
                try: print(show(plistlib.load(f)))
                except Exception as e: print("error", repr(e).replace(chr(10), " "))
        """

    /// A value in the script's form. A repeated key has its last value there.
    static func canonical(_ node: PropertyListNode) -> String {
        switch node.content {
        case .dictionary(let entries):
            let texts = Dictionary(entries.map { ($0.key.text, canonical($0.value)) }) { $1 }
            return "{" + texts.map { quoted($0) + ":" + $1 }.sorted().joined(separator: ",") + "}"
        case .array(let nodes): return "[" + nodes.map(canonical).joined(separator: ",") + "]"
        case .string(let text): return quoted(text)
        case .data(let bytes): return "data " + hexadecimal(bytes)
        case .date(let seconds): return "date \(Int(seconds))"
        case .integer(let number): return "\(number)"
        case .real(let number):
            return "real "
                + hexadecimal((0..<8).reversed().map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) })
        case .boolean(let isTrue): return isTrue ? "True" : "False"
        case .uid(let number): return "uid \(number)"
        }
    }

    private static func quoted(_ text: String) -> String { hexadecimal(Array(text.utf8)) + "'" }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
