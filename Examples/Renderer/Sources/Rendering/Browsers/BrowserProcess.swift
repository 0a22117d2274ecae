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
    ///   - launch: How it is started; its profile is created here.
    ///   - group: The threads that read and write the pipe.
    /// - Returns: The browser.
    /// - Throws: An error if it cannot be started.
    static func start(
        _ program: String,
        _ launch: BrowserLaunch,
        group: any EventLoopGroup
    ) async throws -> BrowserProcess {
        try launch.makeProfile()
        // The service's environment is not passed on, so that a page that breaks out finds no secrets in it.
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

    /// Ends the browser and deletes its profile, even if the task is cancelled meanwhile.
    package func end() async {
        connection.close()
        // A separate task is not cancelled together with the waiting task, so it can wait itself.
        await Task {
            // The profile is not kept, so an orderly end is unnecessary, and surviving children would write to the
            // profile again. They belong to the browser's process group.
            await process.end()
            await deleteProfile()
        }
        .value
    }

    private func deleteProfile() async {
        // A child may write until it has actually ended, so the folder must stay away.
        var timesGone = 0
        for _ in 0..<60 where timesGone < 3 {
            let wasThere = FileManager.default.fileExists(atPath: profile)
            if wasThere { try? FileManager.default.removeItem(atPath: profile) }
            timesGone = wasThere ? 0 : timesGone + 1
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
