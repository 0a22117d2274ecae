import ByteText
import Foundation
import TestSupport
import Testing

@testable import Hosting

@Suite("Keys in files") struct SecretKeyTests {
    private static func write(_ count: Int, mode: Int, _ folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/key-\(count)-\(mode)"
        try Data(repeating: 7, count: count).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test(
        "A key that others can access, or of a wrong size, is refused",
        arguments: [
            (0, 0o600, SecretKeyError.tooShort(0) as SecretKeyError?), (31, 0o600, .tooShort(31)), (32, 0o600, nil),
            (32, 0o400, nil), (32, 0o440, nil), (4096, 0o600, nil), (4097, 0o600, .tooLong(limit: 4096)),
            (1 << 20, 0o600, .tooLong(limit: 4096)),
            (32, 0o644, .tooOpen(mode: 0o644)), (32, 0o660, .tooOpen(mode: 0o660)), (32, 0o604, .tooOpen(mode: 0o604)),
            (32, 0o602, .tooOpen(mode: 0o602)),
        ]
    )
    func files(count: Int, mode: Int, expected: SecretKeyError?) throws {
        let folder = try TemporaryFolder()
        let path = try Self.write(count, mode: mode, folder)
        var found: SecretKeyError?
        do throws(SecretKeyError) { _ = try SecretKey(contentsOf: path) } catch { found = error }
        #expect(found == expected)
        withExtendedLifetime(folder) {}
    }

    @Test("Anything but a plain file is refused, without waiting for a pipe")
    func noFiles() throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let result = unsafe mkfifo(pipe, 0o600)
        #expect(result == 0)
        for (path, error) in [
            (pipe, SecretKeyError.notAFile), (folder.path, .notAFile), ("\(folder.path)/missing", .refused(ENOENT)),
            ("\(folder.path)/mis\0sing", .refused(ENOENT)), ("", .refused(ENOENT)),
        ] {
            #expect(throws: error) { _ = try SecretKey(contentsOf: path) }
        }
        withExtendedLifetime(folder) {}
    }

    @Test(
        "An error of the system is reported in words",
        arguments: [
            (ENOENT, "there is no such file or folder"), (EACCES, "permission denied"), (EPERM, "permission denied"),
            (EMFILE, "too many files are open"), (4242, "system error 4242"),
        ]
    )
    func refused(code: CInt, words: String) {
        #expect(SecretKeyError.refused(code).description == "the file cannot be read: \(words)")
    }

    @Test("A key does not reveal its bytes")
    func redacted() throws {
        let key = try SecretKey([UInt8](repeating: 0x41, count: 32))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("65") && !text.contains("AAAA"), "\(text)")
        }
    }

    @Test("Random keys differ")
    func random() {
        let message = Array("m".utf8)
        let codes = (0..<20).map { _ in SecretKey.random().codes(for: .ticket).code(of: message.span) }
        #expect(Set(codes).count == 20)
    }
}
