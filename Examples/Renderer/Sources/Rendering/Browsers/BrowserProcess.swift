package import DevTools
import Foundation
import NIOCore
import Synchronization

/// One Chromium, and the pipe to it.
///
/// Safe to use from any thread.
package final class BrowserProcess: Sendable {
    package let connection: DevToolsConnection

    private let process: Mutex<Process>
    private let profile: String
    private let exit: AsyncStream<Void>

    /// Starts a browser.
    ///
    /// - Parameters:
    ///   - program: The browser, a path or a name to look for.
    ///   - launch: How it is started; its profile is made here.
    ///   - group: The threads that read and write the pipe.
    /// - Returns: The browser.
    /// - Throws: What starting it throws.
    static func start(
        _ program: String,
        _ launch: BrowserLaunch,
        group: any EventLoopGroup
    ) async throws -> BrowserProcess {
        try launch.makeProfile()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // The browser reads commands from descriptor 3 and writes to 4; the shell moves them there and is replaced.
        process.arguments =
            ["-c", #"exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, "sh", program] + launch.arguments
        // Nothing of the service's own environment: a page that breaks out finds no secrets in it.
        let inherited = ProcessInfo.processInfo.environment
        process.environment = ["PATH": inherited["PATH"] ?? "/usr/bin:/bin", "HOME": launch.profile, "LANG": "C.UTF-8"]
        let commands = Pipe()
        let messages = Pipe()
        process.standardInput = commands
        process.standardOutput = messages
        process.standardError = FileHandle.nullDevice
        let (exit, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
        let connection = try await DevToolsConnection.over(
            input: dup(messages.fileHandleForReading.fileDescriptor),
            output: dup(commands.fileHandleForWriting.fileDescriptor),
            group: group
        )
        return BrowserProcess(process, connection, profile: launch.profile, exit: exit)
    }

    private init(
        _ process: sending Process,
        _ connection: DevToolsConnection,
        profile: String,
        exit: AsyncStream<Void>
    ) {
        self.process = Mutex(process)
        self.connection = connection
        self.profile = profile
        self.exit = exit
    }

    /// Ends the browser and deletes its profile.
    package func end() async {
        connection.close()
        process.withLock { process in
            // Nothing of the profile is to be kept, so there is nothing to end tidily, and children that live on would write
            // into it again. They are of the browser's process group. The process object knows whether it runs, so that no
            // other group can be hit.
            if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
        }
        for await _ in exit {}
        // A child may write until it has really ended: the folder has to stay away.
        var timesGone = 0
        for _ in 0..<60 where timesGone < 3 {
            let wasThere = FileManager.default.fileExists(atPath: profile)
            if wasThere { try? FileManager.default.removeItem(atPath: profile) }
            timesGone = wasThere ? 0 : timesGone + 1
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
