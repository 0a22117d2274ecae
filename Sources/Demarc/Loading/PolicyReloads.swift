public import PolicyFiles
import RuleIndex

/// The result of reloading a policy whose files have changed.
public enum PolicyReload: Sendable {
    /// The current files are in force.
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
/// The files are polled: the document and everything it refers to, with links followed. That costs a system call for
/// each file and works on every file system, even if a whole folder is swapped behind a link. A change is read once the
/// files stay the same between two polls, so that files that are still being written are left alone; it is better still
/// to write next to them and rename. A change that cannot be used leaves the policy in force unchanged, and the next
/// change is another attempt. If the system refused to read a file, for example because too many files were open, the
/// files are read again without a change, and a refusal is repeated only if its text differs. A compiled policy is
/// copied into memory rather than mapped, so that a write to its file changes nothing until it is read again.
///
/// Every iteration loads the policy once at its beginning, because it may have changed since the engine was created.
/// Loading occupies the iterating task's thread while it reads and compiles; decisions continue meanwhile. The sequence
/// ends when its task is canceled. Nothing runs in the background: without an iteration no file is polled.
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

    /// Starts following the files.
    public func makeAsyncIterator() -> Iterator {
        Iterator(engine: engine, path: path, reader: reader, interval: interval)
    }

    /// Follows the files for one iteration.
    public struct Iterator: AsyncIteratorProtocol {
        let engine: PolicyEngine
        let path: String
        let reader: PolicyDocumentReader
        let interval: Duration
        /// The number of polls that may differ before files that never settle are read nevertheless.
        private static let longestSettling = 10

        /// The files of the last reload; nil before the first reload.
        private var followed: FollowedFiles?
        /// The error of the last reload; nil if it succeeded.
        private var failure: PolicyLoadingError?

        init(engine: PolicyEngine, path: String, reader: PolicyDocumentReader, interval: Duration) {
            self.engine = engine
            self.path = path
            self.reader = reader
            self.interval = interval
        }

        /// Waits for the next change and reloads; nil when the task is canceled.
        public mutating func next() async -> PolicyReload? {
            while true {
                var isRepeated = false
                if let followed {
                    guard await settles(followed) else { return nil }
                    isRepeated = !followed.haveChanged
                }
                guard !Task.isCancelled else { return nil }
                let before = failure?.description
                let result = reload()
                // A disk that stays broken would otherwise be reported at every poll.
                if isRepeated, let before, before == failure?.description { continue }
                return result
            }
        }

        /// Whether a passing failure may have ended, which no stamp of a file shows.
        private var isWorthRepeating: Bool { failure != nil && followed?.wereRefused == true }

        /// Waits until files differ from what was read and have stopped changing, or are to be read again anyway; false
        /// when the task is canceled.
        private func settles(_ followed: FollowedFiles) async -> Bool {
            while true {
                guard await pause() else { return false }
                guard followed.haveChanged || isWorthRepeating else { continue }
                var before = followed.present
                for _ in 0..<Self.longestSettling {
                    guard await pause() else { return false }
                    let now = followed.present
                    if now == before { break }
                    before = now
                }
                // Files that are again as they were read contain nothing new.
                if followed.haveChanged || isWorthRepeating { return !Task.isCancelled }
            }
        }

        private func pause() async -> Bool {
            do {
                try await Task.sleep(for: Swift.max(interval, .milliseconds(1)))
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
            reader.requiresPlainFile = true
            files.note(path)
            do throws(PolicyLoadingError) {
                let turn = engine.beginReload()
                // A write to a mapped file would change the policy in force, and truncating it would end the process.
                engine.reload(try CompiledPolicy.loaded(path, reader, copying: true), turn)
                failure = nil
                return .inForce
            } catch {
                failure = error
                return .refused(error)
            }
        }
    }
}

extension PolicyEngine {
    /// Follows the policy document at a path: reloads it whenever it, or a file it refers to, has changed.
    ///
    /// - Parameters:
    ///   - path: The policy: a document, or a compiled policy.
    ///   - reader: How it is read.
    ///   - interval: The time between polls, at least a millisecond. A change is in force one to two intervals after it
    ///     was made.
    /// - Returns: The reloads, which are carried out by iterating over them.
    public func reloads(
        of path: String,
        reader: PolicyDocumentReader = PolicyDocumentReader(),
        every interval: Duration = .seconds(1)
    ) -> PolicyReloads {
        PolicyReloads(self, path: path, reader: reader, interval: interval)
    }
}
