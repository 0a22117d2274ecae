import Testing

@testable import DemarcServer

/// Clients that a binding lists, and others.
@Suite("Peers") struct PeerTests {
    private static let bindings = """
          one: {view: E, convention: nginx, scheme: https, account: {fixed: dana@contoso.com}, peers: [127.0.0.1]}
          squid: {view: E, convention: icap, account: {fixed: dana@contoso.com}, peers: [127.0.0.1]}
        """

    @Test("An unlisted peer is refused, and a listed peer is not")
    func peers() async throws {
        let running = try await RunningServer.start(bindings: Self.bindings)
        let port = running.port()
        let statuses: [Int] = await Blocking.run {
            ["127.0.0.1", "127.0.0.2"]
                .map { source in
                    guard let client = RawClient(port: port, from: source) else { return 0 }
                    client.send(TestPolicy.request(binding: "one"))
                    return RawAnswers(client.receive { RawAnswers($0).answers.count == 1 }).statuses.first ?? 0
                }
        }
        #expect(statuses == [204, 403])
        await running.stop()
    }

    @Test(
        "Connections of unlisted peers take none from listed ones, whose requests are answered",
        arguments: [
            ("{tcp: 127.0.0.1:0, serves: auth}", TestPolicy.request(binding: "one"), "HTTP/1.1 204"),
            (
                "{tcp: 127.0.0.1:0, serves: icap, binding: squid}", "OPTIONS icap://d/s ICAP/1.0\r\n\r\n",
                "ICAP/1.0 200"
            ),
        ]
    )
    func strangers(listener: String, request: String, expected: String) async throws {
        let running = try await RunningServer.start(
            listeners: "  - \(listener)",
            bindings: Self.bindings,
            more: "log: {to: none}\nlimits: {connections: 2}"
        )
        let port = running.port()
        let answers: [String] = await Blocking.run {
            let strangers = (0..<70).compactMap { _ in RawClient(port: port, from: "127.0.0.2") }
            guard strangers.count == 70 else { return [] }
            // The last of them was accepted once the server has closed it.
            guard strangers.last?.isClosedByPeer(within: RunningServer.patience) == true else { return [] }
            return withExtendedLifetime(strangers) {
                (0..<2).map { _ -> String in
                    guard let client = RawClient(port: port) else { return "" }
                    client.send(request)
                    let answer = client.receive { $0.suffix(4).elementsEqual("\r\n\r\n".utf8) }
                    return String(decoding: answer.prefix(12), as: UTF8.self)
                }
            }
        }
        #expect(answers == [expected, expected])
        await running.stop()
    }

    @Test("Connections of programs that ask in JSON take none from proxies, and need files of their own")
    func programs() async throws {
        let running = try await RunningServer.start(
            listeners: "  - {tcp: 127.0.0.1:0, serves: auth}\n  - {tcp: 127.0.0.1:0, serves: json}",
            bindings: Self.bindings,
            more: "log: {to: none}\nlimits: {connections: 2}\nadmin: {tcp: 127.0.0.1:0}"
        )
        let (port, jsonPort) = (running.port(), running.port(1))
        let statuses: [Int] = await Blocking.run {
            let programs = (0..<70).compactMap { _ in RawClient(port: jsonPort) }
            guard programs.count == 70 else { return [] }
            // The last of them was accepted once the server has closed it.
            guard programs.last?.isClosedByPeer(within: RunningServer.patience) == true else { return [] }
            return withExtendedLifetime(programs) {
                (0..<2).map { _ -> Int in
                    guard let client = RawClient(port: port) else { return 0 }
                    client.send(TestPolicy.request(binding: "one"))
                    return RawAnswers(client.receive { RawAnswers($0).answers.count == 1 }).statuses.first ?? 0
                }
            }
        }
        #expect(statuses == [204, 204])
        // Proxies, strangers, programs and operators, each with those that are told that there are too many.
        let connections = (2 + 16) + (8 + 16) + (2 + 16) + (64 + 16)
        #expect(FileLimit.needed(by: running.server.configuration) == connections + 64)
        await running.stop()
    }

    @Test("An idle connection of an unlisted peer ends after the time for a head, and that of a listed peer does not")
    func idleStranger() async throws {
        let running = try await RunningServer.start(
            bindings: Self.bindings,
            more: "log: {to: none}\nlimits: {headerTimeout: 1s}"
        )
        let port = running.port()
        let (isStrangerClosed, isPeerClosed) = await Blocking.run {
            guard let peer = RawClient(port: port), let stranger = RawClient(port: port, from: "127.0.0.2") else {
                return (false, true)
            }
            return (stranger.isClosedByPeer(within: RunningServer.patience), peer.isClosedByPeer(within: 0.5))
        }
        #expect(isStrangerClosed)
        #expect(!isPeerClosed)
        await running.stop()
    }
}
