import Answering
import Logging

/// Keeps the policy in force up to date with its file: at start, when a file has changed, and on request.
///
/// A policy that cannot be loaded changes nothing: the last valid policy stays in force.
actor PolicyKeeper {
    private let service: DecisionService
    private let logger: Logger
    private let configuration: ServerConfiguration
    private var policy: PolicyFollower
    private var confirmation = PolicyConfirmation()
    private var shadow: PolicyFollower?

    init(_ configuration: ServerConfiguration, _ service: DecisionService, _ logger: Logger) {
        self.configuration = configuration
        self.service = service
        self.logger = logger
        let allowsOutside = configuration.allowsOutside
        policy = PolicyFollower(configuration.policy.path, allowsOutside: allowsOutside)
        shadow = configuration.shadow.map { PolicyFollower($0.path, allowsOutside: allowsOutside) }
    }

    /// Loads everything, whether or not it has changed.
    ///
    /// - Returns: Whether the policy was put in force.
    @discardableResult
    func load() -> Bool {
        let isLoaded = loadPolicy(isAsked: true)
        loadShadow(isAsked: true)
        return isLoaded
    }

    /// Checks for changes until the task is canceled.
    func follow(every interval: Duration) async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            let changes = (policy.hasChanged, shadow?.hasChanged == true)
            guard changes.0 || changes.1 else { continue }
            // A file that is being written may be observed half-written; two equal states show all of it.
            let before = (policy.present, shadow?.present)
            do { try await Task.sleep(for: min(interval, .milliseconds(200))) } catch { return }
            if changes.0, policy.present == before.0 { loadPolicy() }
            if changes.1, shadow?.present == before.1 { loadShadow() }
        }
    }

    @discardableResult
    private func loadPolicy(isAsked: Bool = false) -> Bool {
        let (confirmed, isNewlyMisdated) = confirmation.note(DiskFiles().stamp(of: policy.path))
        if isNewlyMisdated {
            logger.warning(
                "the date of the policy's file is in the future; the file counts as confirmed when it was first seen"
            )
        }
        do throws(PolicyLoadingError) {
            let compiled = try policy.load()
            service.put(compiled, confirmed: confirmed)
            for finding in configuration.findings(against: compiled.document) { logger.error("\(finding.message)") }
            if let inForce = service.policy {
                logger.notice(
                    "policy in force",
                    metadata: ["revision": "\(inForce.revision)", "digest": "\(inForce.digest)"]
                )
            }
            return true
        } catch {
            service.noteReloadFailure()
            // A failure of the system is tried again every second, but reported once.
            if isAsked || !policy.isFailureRepeated {
                logger.error("the policy cannot be loaded, so \(keeps):\n\(error)")
            }
            return false
        }
    }

    private var keeps: String { service.policy == nil ? "everything is blocked" : "the last good one stays in force" }

    private func loadShadow(isAsked: Bool = false) {
        guard var follower = shadow else { return }
        do throws(PolicyLoadingError) {
            service.putShadow(try follower.load())
            logger.notice("shadow policy compared")
        } catch {
            if isAsked || !follower.isFailureRepeated {
                logger.error("the shadow policy cannot be loaded:\n\(error)")
            }
        }
        shadow = follower
    }
}
