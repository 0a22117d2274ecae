import Answering
import NIOCore

/// What each listener of a configuration is made of.
extension Server.Parts {
    /// Begins to listen for what a listener serves.
    func listen(_ listener: ServerListener, _ configuration: ServerConfiguration) async throws -> Listener {
        let service = service
        let limits = configuration.limits
        if listener.services.contains(.json) {
            return try await http(listener.endpoint, limits) { _ in
                QuestionResponder(service.makeWorker(), limits: limits)
            }
        }
        var bindings: [[UInt8]: ServerBinding] = [:]
        for binding in configuration.bindings { bindings[Array(binding.name.utf8)] = binding }
        let known = bindings
        return try await http(listener.endpoint, limits) { _ in
            ForwardAuthResponder(service.makeWorker(), bindings: known, limits: limits)
        }
    }

    /// Begins to listen for operators.
    func listenForOperators(_ configuration: ServerConfiguration) async throws -> Listener? {
        guard let endpoint = configuration.admin else { return nil }
        let service = service
        return try await http(endpoint, configuration.limits) { _ in AdminResponder(service) }
    }

    /// Begins to listen for people who were sent to a page.
    func listenForPages(_ configuration: ServerConfiguration) async throws -> Listener? {
        guard let endpoint = configuration.pages.endpoint else { return nil }
        let service = service
        return try await http(endpoint, configuration.limits) { _ in ExplainResponder(service.makeWorker()) }
    }

    private func http(
        _ endpoint: Endpoint,
        _ limits: ServerLimits,
        _ responder: @escaping @Sendable (any EventLoop) -> any HTTPResponder
    ) async throws -> Listener {
        let responders = try await PerLoop.make(on: group, responder)
        return try await Listener(
            endpoint,
            on: group,
            gate: gate,
            serve: Listener.http(responders, limits: limits, connections: connections)
        )
    }
}
