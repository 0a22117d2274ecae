import Foundation
import Glibc
import Testing

@testable import Rendering

@Suite("A spawned process gets its two pipes and nothing else") struct SpawnedProcessTests {
    /// All output of a program to its pipe.
    private func output(of process: SpawnedProcess) throws -> String {
        let handle = FileHandle(fileDescriptor: process.messages, closeOnDealloc: true)
        return try handle.readToEnd().map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @Test func whatCannotBeStartedThrows() {
        #expect(throws: SpawnedProcess.Failure.self) { try SpawnedProcess("/no/such/program", [], environment: [:]) }
        #expect(throws: SpawnedProcess.Failure.self) { try SpawnedProcess("", [], environment: [:]) }
    }

    @Test func itFindsNoOtherDescriptorsVariablesOrIgnoredSignals() async throws {
        // Open in this process, and not close-on-exec, like sockets.
        let inheritable = dup(0)
        defer { close(inheritable) }
        // The service itself ignores these, for a clean shutdown.
        let before = signal(SIGTERM, SIG_IGN)
        defer { signal(SIGTERM, before) }
        let process = try SpawnedProcess("sleep", ["100"], environment: ["ONLY": "this"])
        let id = try #require(process.id)
        // The kernel reports the process as started shortly before it has its environment variables.
        let variables = { try String(contentsOfFile: "/proc/\(id)/environ", encoding: .utf8) }
        for _ in 0..<500 where try variables().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd")
        #expect(open.sorted() == ["0", "1", "2", "3", "4"])
        #expect(try variables() == "ONLY=this\0")
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let ignored = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
        let signals = try #require(UInt64(ignored.dropFirst("SigIgn:".count).trimmingPrefix("\t"), radix: 16))
        #expect(signals & 1 << UInt64(SIGTERM - 1) == 0)
        await process.end()
        #expect(process.id == nil)
        close(process.commands)
        close(process.messages)
    }

    @Test func itReadsWhatIsWrittenToIt() async throws {
        let process = try SpawnedProcess("sh", ["-c", "cat <&3 >&4"], environment: [:])
        let commands = FileHandle(fileDescriptor: process.commands, closeOnDealloc: true)
        try commands.write(contentsOf: Data("hello".utf8))
        try commands.close()
        #expect(try output(of: process) == "hello")
        await process.end()
    }

    @Test func itEndsWithWhatItHasStartedAlsoWhereItHasEndedBefore() async throws {
        for script in ["sleep 100 & wait", "sleep 100 & exit 0"] {
            let process = try SpawnedProcess("sh", ["-c", "\(script)"], environment: [:])
            close(process.commands)
            // The pipe ends when the last process that holds it ends.
            async let output = output(of: process)
            try await Task.sleep(for: .milliseconds(100))
            let begun = ContinuousClock.now
            await process.end()
            await process.end()
            #expect(try await output == "")
            #expect(ContinuousClock.now - begun < .seconds(20))
        }
    }
}
