import Foundation
import Rendering

/// The command line.
struct Options {
    var policy: String?
    var host = "127.0.0.1"
    var port = 0
    var key: String?
    var chromium = "chromium"
    var hosts: [String: HostAddress] = [:]
    var sessionLimit = 8
    var idleSeconds = 600

    struct Problem: Error { var message: String }

    static let usage = """
        usage: renderer --policy FILE [--host ADDRESS] [--port PORT] [--key KEY] [--chromium PROGRAM]
                        [--map NAME=ADDRESS:PORT]… [--sessions COUNT] [--idle SECONDS]

          --policy    the policy document; it is followed while the service runs
          --host      the address to listen on [127.0.0.1]; there is no TLS, so leave it there or put a proxy in front
          --port      the port [any]
          --key       what begins a session [made at start]
          --map       where a name leads, whatever DNS says; repeat it for more
          --sessions  how many sessions there may be [8]
          --idle      how long a session is kept that nobody looks at [600]

        """

    init(_ arguments: [String]) throws(Problem) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Problem(message: "`\(option)` needs a value") }
            switch option {
            case "--policy": policy = value
            case "--host": host = value
            case "--key": key = value
            case "--chromium": chromium = value
            case "--port": port = try Self.number(option, value, 0...65535)
            case "--sessions": sessionLimit = try Self.number(option, value, 1...1000)
            case "--idle": idleSeconds = try Self.number(option, value, 1...86400)
            case "--map": try map(value)
            default: throw Problem(message: "unknown option `\(option)`")
            }
        }
        if policy == nil { throw Problem(message: "`--policy` is missing") }
    }

    private static func number(_ option: String, _ value: String, _ range: ClosedRange<Int>) throws(Problem) -> Int {
        guard let number = Int(value), range.contains(number) else {
            throw Problem(message: "`\(option)` takes a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private mutating func map(_ value: String) throws(Problem) {
        guard let (name, address) = HostAddress.named(value) else {
            throw Problem(message: "`--map` takes NAME=ADDRESS:PORT, not `\(value)`")
        }
        hosts[name] = address
    }

    /// How sessions run.
    func settings(folder: String) -> RendererSettings {
        var settings = RendererSettings(policy: policy ?? "", folder: folder)
        settings.chromium = chromium
        settings.hosts = hosts
        settings.sessionLimit = sessionLimit
        settings.idleLimit = .seconds(idleSeconds)
        // Chromium's own sandbox does not work for root.
        settings.runsWithoutSandbox = geteuid() == 0
        return settings
    }
}
