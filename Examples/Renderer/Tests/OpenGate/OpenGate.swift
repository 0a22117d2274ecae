import Foundation
import NIOCore
import NIOPosix
import Rendering

/// A gate that lets everything through, to measure the cost of Chromium with a proxy but without Demarc.
///
/// usage: OpenGate NAME=ADDRESS:PORT…
@main struct OpenGate {
    static func main() async throws {
        var hosts: [String: HostAddress] = [:]
        for argument in CommandLine.arguments.dropFirst() {
            guard let (name, address) = HostAddress.named(argument) else { throw Unreadable(argument: argument) }
            hosts[name] = address
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let gate = try await EgressGate.open(group: group, hosts: hosts) { _ in true }
        FileHandle.standardOutput.write(Data("\(gate.port)\n".utf8))
        // The process that started it closes its standard input at the end.
        while readLine() != nil {}
        gate.close()
        try await group.shutdownGracefully()
    }

    private struct Unreadable: Error { var argument: String }
}
