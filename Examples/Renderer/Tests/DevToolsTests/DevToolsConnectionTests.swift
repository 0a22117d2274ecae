import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import DevTools

@Suite("Connection to a browser") struct DevToolsConnectionTests {
    /// A connection whose browser is simulated by the test: the descriptors that the browser reads from and writes to.
    private func connection(patience: Int64) async throws -> (
        DevToolsConnection, reading: FileHandle, writing: FileHandle
    ) {
        let (commands, messages) = (Pipe(), Pipe())
        let connection = try await DevToolsConnection.over(
            input: dup(messages.fileHandleForReading.fileDescriptor),
            output: dup(commands.fileHandleForWriting.fileDescriptor),
            group: .singletonMultiThreadedEventLoopGroup,
            patience: .milliseconds(patience)
        )
        return (connection, commands.fileHandleForReading, messages.fileHandleForWriting)
    }

    @Test func anAnswerThatNeverComesIsNotWaitedForForEver() async throws {
        let (connection, reading, writing) = try await connection(patience: 50)
        await #expect(throws: DevToolsError.late(method: "Page.bringToFront")) {
            try await connection.send(BringToFront())
        }
        connection.close()
        try reading.close()
        try writing.close()
    }

    @Test(arguments: [
        (#"{"id":1,"result":{}}"#, nil),
        (
            #"{"id":1,"error":{"code":-1,"message":"no"}}"#,
            DevToolsError.refused(method: "Page.bringToFront", code: -1, message: "no")
        ),
        (#"{"id":1}"#, .unreadable(method: "Page.bringToFront")),
        (#"{"id":1,"result":7}"#, nil),
        (#"{"id":2,"result":{}}"#, .late(method: "Page.bringToFront")),
        ("{", .late(method: "Page.bringToFront")),
    ])
    func answers(message: String, expected: DevToolsError?) async throws {
        // On a busy machine an answer may take long; only the answer that must be late has a short limit.
        let isLate = expected == .late(method: "Page.bringToFront")
        let (connection, reading, writing) = try await connection(patience: isLate ? 500 : 60_000)
        async let answer = connection.send(BringToFront())
        // After the command was sent; reading blocks, which a task must not do.
        let asked = try await NIOThreadPool.singleton.runIfActive { reading.availableData }
        #expect(String(decoding: asked, as: UTF8.self).contains("Page.bringToFront"))
        try writing.write(contentsOf: Data((message + "\0").utf8))
        do {
            _ = try await answer
            #expect(expected == nil)
        } catch let error as DevToolsError {
            #expect(error == expected)
        }
        connection.close()
    }

    @Test func aBrowserThatEndsAnswersNothing() async throws {
        let (connection, reading, writing) = try await connection(patience: 10_000)
        let answer = Task { try await connection.send(BringToFront()) }
        try writing.close()
        await #expect(throws: DevToolsError.closed) { try await answer.value }
        await #expect(throws: DevToolsError.closed) { try await connection.send(BringToFront()) }
        try reading.close()
    }
}
