public import PolicyFiles

/// What became of a policy whose files have changed.
public enum PolicyReload: Sendable {
    /// The files as they are now are in force.
    case inForce
    /// They cannot be used; the policy that was in force stays.
    case refused(PolicyLoadingError)
}

/// The reloads of an engine whose policy files change: iterating carries them out.
///
/// ```swift
/// for await reload in engine.reloads(of: "policy.yaml") {
///     if case .refused(let error) = reload { log.error("\(error)") }
/// }
/// ```
///
/// The files are looked at again and again: the document and everything it refers to, links followed. That costs a
/// system call for each file and works on every file system, also where a folder is swapped as a whole behind a link.
/// What has changed is read once it stays the same from one look to the next, so that files still being written are left
/// alone; better still is to write beside them and rename. A change that cannot be used leaves the policy in force as it
/// is, and the next change is another try.
///
/// Every iteration loads the policy once at its beginning, for it may have changed since the engine was made. Loading
/// takes the iterating task's thread for as long as reading and compiling take; decisions go on meanwhile. The sequence
/// ends when its task is cancelled. Nothing else runs: without an iteration no file is looked at.
public struct PolicyReloads: AsyncSequence, Sendable {
    private let engine: PolicyEngine
    private let path: String
    private let reader: PolicyDocumentReader
    private let interval: Duration

    init(_ engine: PolicyEngine, path: String, reader: PolicyDocumentReader, interval: Duration) {
        self.engine = engine
        self.path = path
        self.reader = reader
        self.interval = interval
    }

    /// Begins to follow the files.
    public func makeAsyncIterator() -> Iterator {
        Iterator(engine: engine, path: path, reader: reader, interval: interval)
    }

    /// Follows the files for one iteration.
    public struct Iterator: AsyncIteratorProtocol {
        let engine: PolicyEngine
        let path: String
        let reader: PolicyDocumentReader
        let interval: Duration
        /// How many looks may differ before files that never rest are read all the same.
        private static let longestSettling = 10

        /// The files of the last reload; nil before there was one.
        private var followed: FollowedFiles?

        init(engine: PolicyEngine, path: String, reader: PolicyDocumentReader, interval: Duration) {
            self.engine = engine
            self.path = path
            self.reader = reader
            self.interval = interval
        }

        /// Waits for the next change and reloads; nil when the task is cancelled.
        public mutating func next() async -> PolicyReload? {
            if let followed {
                guard await settles(followed) else { return nil }
            }
            guard !Task.isCancelled else { return nil }
            return reload()
        }

        /// Waits until files differ from what was read and have stopped changing; false when the task is cancelled.
        private func settles(_ followed: FollowedFiles) async -> Bool {
            while true {
                guard await pause() else { return false }
                guard followed.haveChanged else { continue }
                var before = followed.present
                for _ in 0..<Self.longestSettling {
                    guard await pause() else { return false }
                    let now = followed.present
                    if now == before { break }
                    before = now
                }
                // Files that are again as they were read have nothing new to say.
                if followed.haveChanged { return !Task.isCancelled }
            }
        }

        private func pause() async -> Bool {
            do {
                try await Task.sleep(for: interval)
                return true
            } catch {
                return false
            }
        }

        private mutating func reload() -> PolicyReload {
            let files = FollowedFiles(reader.files)
            followed = files
            var reader = reader
            reader.files = files
            files.note(path)
            do throws(PolicyLoadingError) {
                try engine.reload(contentsOf: path, reader: reader)
                return .inForce
            } catch {
                return .refused(error)
            }
        }
    }
}

extension PolicyEngine {
    /// Follows the policy document at a path: reloads it whenever it, or a file it refers to, has changed.
    ///
    /// - Parameters:
    ///   - path: The document.
    ///   - reader: How it is read.
    ///   - interval: How long to wait between looks. A change is in force one to two intervals after it was made.
    /// - Returns: The reloads, carried out by whoever iterates over them.
    public func reloads(
        of path: String,
        reader: PolicyDocumentReader = PolicyDocumentReader(),
        every interval: Duration = .seconds(1)
    ) -> PolicyReloads {
        PolicyReloads(self, path: path, reader: reader, interval: interval)
    }
}
