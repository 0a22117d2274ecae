package import DevTools
import Foundation
import NIOCore

/// One Chromium, and the pipe to it.
///
/// Safe to use from any thread.
package final class BrowserProcess: Sendable {
    package let connection: DevToolsConnection

    private let process: SpawnedProcess
    private let profile: String

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
        // Nothing of the service's own environment: a page that breaks out finds no secrets in it.
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let process = try SpawnedProcess(
            program,
            launch.arguments,
            environment: ["PATH": path, "HOME": launch.profile, "LANG": "C.UTF-8"]
        )
        do {
            let connection = try await DevToolsConnection.over(
                input: process.messages,
                output: process.commands,
                group: group
            )
            return BrowserProcess(process, connection, profile: launch.profile)
        } catch {
            await process.end()
            throw error
        }
    }

    private init(_ process: SpawnedProcess, _ connection: DevToolsConnection, profile: String) {
        self.process = process
        self.connection = connection
        self.profile = profile
    }

    /// Ends the browser and deletes its profile, also where the task is cancelled meanwhile.
    package func end() async {
        connection.close()
        // A task of its own is not cancelled with the one that waits for it, so that it can wait in turn.
        await Task {
            // Nothing of the profile is to be kept, so there is nothing to end tidily, and children that live on would write
            // into it again. They are of the browser's process group.
            await process.end()
            await deleteProfile()
        }
        .value
    }

    private func deleteProfile() async {
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
