import Answering
import Foundation
import Testing

@testable import DemarcServer

/// When a policy is too old.
@Suite("The age of a policy") struct PolicyAgeTests {
    @Test("A policy that is not confirmed within maxAge blocks until it is confirmed")
    func stalePolicy() async throws {
        let running = try await RunningServer.start(
            listeners: "  - {tcp: 127.0.0.1:0, serves: auth}\n  - {tcp: 127.0.0.1:0, serves: json}",
            more: "log: {to: none}\nmaxAge: 1h"
        )
        #expect(await running.statuses(to: TestPolicy.request()) == [204])
        // The file's date is the time of the policy's last confirmation.
        try running.folder.setDate(of: "policy.yaml", to: .now - 7_200)
        #expect(await running.waits { await running.statuses(to: TestPolicy.request()) == [403] })
        #expect(running.server.readiness == .policyStale)
        let question = "GET /v1/classify?url=https://good.test/ HTTP/1.1\r\nHost: d\r\n\r\n"
        #expect(await running.answers(to: question, listener: 1).first?.body.contains("policy.stale") == true)
        try running.folder.setDate(of: "policy.yaml", to: .now)
        #expect(await running.waits { await running.statuses(to: TestPolicy.request()) == [204] })
        #expect(running.server.readiness == .ready)
        await running.stop()
    }

    @Test("A date in the future keeps no policy from becoming too old, whatever else is done with its file")
    func misdatedPolicy() async throws {
        let running = try await RunningServer.start(more: "log: {to: none}\nmaxAge: 3s")
        try running.folder.setDate(of: "policy.yaml", to: .now + 1_000_000)
        var mode = 0o600
        let isStale = await running.waits {
            mode ^= 0o040
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
            try? FileManager.default.setAttributes(attributes, ofItemAtPath: running.folder.path("policy.yaml"))
            await running.server.reload()
            return running.server.readiness == .policyStale
        }
        #expect(isStale)
        #expect(await running.statuses(to: TestPolicy.request()) == [403])
        // A new date confirms it.
        let isConfirmed = await running.waits {
            try? running.folder.setDate(of: "policy.yaml", to: .now)
            await running.server.reload()
            return await running.statuses(to: TestPolicy.request()) == [204]
        }
        #expect(isConfirmed)
        await running.stop()
    }

    @Test("A new date confirms no policy of which a list cannot be read")
    func unreadableList() async throws {
        let list = "list: {file: list.txt, format: domains}"
        let running = try await RunningServer.start(
            policy: TestPolicy.text.replacing("domain: good.test", with: list),
            more: "log: {to: none}\nmaxAge: 1h",
            files: ["list.txt": "good.test\n"]
        )
        #expect(await running.statuses(to: TestPolicy.request()) == [204])
        try running.folder.setDate(of: "policy.yaml", to: .now - 7_200)
        await running.server.reload()
        #expect(running.server.readiness == .policyStale)
        try running.folder.write("*bad*\u{1}\n", to: "list.txt")
        try running.folder.setDate(of: "policy.yaml", to: .now)
        await running.server.reload()
        #expect(running.server.readiness == .policyStale)
        try running.folder.write("good.test\n", to: "list.txt")
        await running.server.reload()
        #expect(running.server.readiness == .ready)
        await running.stop()
    }

    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// The state of a file, with dates in seconds after the start.
    private static func stamp(number: UInt64, modified: Double, changed: Double) -> FileStamp {
        func nanoseconds(_ seconds: Double) -> Int64 { Int64((start.timeIntervalSince1970 + seconds) * 1_000_000_000) }
        return FileStamp(
            device: 1,
            number: number,
            size: 1,
            modified: nanoseconds(modified),
            changed: nanoseconds(changed)
        )
    }

    @Test(
        "A file counts as confirmed when it was written or touched, and no later than when it was first seen so",
        arguments: [
            (-50, 1, -50, -50, -50, "an old file with other permissions"), (-50, 1, 90, -50, 90, "a touch"),
            (900, 1, 900, 0, 0, "a date in the future, and other permissions"),
            (900, 1, 800, 0, 100, "another date in the future"),
            (900, 2, 900, 0, 100, "another file with the same date"),
        ] as [(Double, UInt64, Double, Double, Double, Comment)]
    )
    func confirmation(
        modified: Double,
        nextNumber: UInt64,
        nextModified: Double,
        before: Double,
        after: Double,
        why: Comment
    ) {
        var confirmation = PolicyConfirmation()
        let moment = ContinuousClock.now
        let file = Self.stamp(number: 1, modified: modified, changed: 0)
        let first = confirmation.note(file, now: Self.start, moment: moment)
        #expect(abs(first.date.timeIntervalSince(Self.start) - before) < 0.001, why)
        #expect(first.isNewlyMisdated == (before == 0), why)
        // Seen again after 100 seconds.
        let next = Self.stamp(number: nextNumber, modified: nextModified, changed: 90)
        let second = confirmation.note(next, now: Self.start.addingTimeInterval(100), moment: moment + .seconds(100))
        #expect(abs(second.date.timeIntervalSince(Self.start) - after) < 0.001, why)
        #expect(second.isNewlyMisdated == (after == 100), why)
        // A clock that is set back confirms nothing: 100 seconds more have passed.
        let third = confirmation.note(next, now: Self.start, moment: moment + .seconds(200))
        #expect(Self.start.timeIntervalSince(third.date) > 99.9, why)
    }
}
