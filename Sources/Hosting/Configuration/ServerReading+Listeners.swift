import ByteText
import Diagnostics
import DocumentReading
import PolicyFiles
import RequestReading

/// `listeners`, and addresses in general.
extension ServerReading {
    /// Reads all listeners.
    func listeners(_ node: DocumentNode, bindings: [ServerBinding]) -> [ServerListener] {
        guard let elements = reading.elements(node, of: "listeners") else { return [] }
        if elements.isEmpty {
            reading.report(
                .missingValue,
                "there is no listener",
                at: node.place,
                help: "specify where requests come in"
            )
        }
        return elements.compactMap { listener($0, bindings: bindings) }
    }

    private func listener(_ node: DocumentNode, bindings: [ServerBinding]) -> ServerListener? {
        guard let fields = fields(node, .listener) else { return nil }
        let endpoint = endpoint(fields, .listener)
        let serves = reading.required("serves", of: fields, help: "list what it serves, such as `serves: [auth]`")
        let services = serves.map { node in
            reading.oneOrMany(node).compactMap { reading.choice($0, ServerListener.Service.self, called: "service") }
        }
        if let serves, let services {
            // The paths of one are refused on the other, and ICAP is another protocol.
            let alone = services.first { $0 == .icap || $0 == .json }
            if services.isEmpty {
                if reading.oneOrMany(serves).isEmpty {
                    reading.report(.missingValue, "the listener serves nothing", at: serves.place)
                }
            } else if let alone, Set(services).count > 1 {
                reading.report(
                    .unsupportedKey,
                    "`\(alone.rawValue)` needs its own listener",
                    at: serves.place,
                    help: "give it another address"
                )
            }
        }
        let binding = binding(fields, services ?? [], bindings)
        guard let endpoint, let services, !services.isEmpty else { return nil }
        return ServerListener(endpoint: endpoint, services: Set(services), binding: binding)
    }

    private func binding(
        _ fields: Fields,
        _ services: [ServerListener.Service],
        _ bindings: [ServerBinding]
    ) -> String? {
        guard services.contains(.icap) else {
            if let place = fields.keyPlace("binding"), !services.isEmpty {
                reading.report(
                    .unsupportedKey,
                    "only ICAP takes its binding from the listener",
                    at: place,
                    help: "remove it; other requests name their binding"
                )
            }
            return nil
        }
        guard let node = reading.required("binding", of: fields, help: "ICAP requests do not name a binding"),
            let name = reading.name(node)
        else { return nil }
        guard let binding = bindings.first(where: { $0.name == name }) else {
            reading.reportUnknown(name, called: "binding", at: node.place, among: bindings.map(\.name))
            return nil
        }
        if binding.convention != .icap {
            reading.report(
                .unsupportedKey,
                "the binding `\(Quoted.word(name))` has the convention `\(binding.convention.rawValue)`",
                at: node.place,
                help: "name a binding with `convention: icap`"
            )
        }
        return name
    }

    // MARK: Addresses

    /// Reads a listening address; nil, with a finding, if there is no valid one.
    func endpoint(_ fields: Fields, _ mapping: ServerKeys) -> Endpoint? {
        let tls = fields["tls"].flatMap { self.tls($0) }
        switch (fields["unix"], fields["tcp"]) {
        case (let unix?, let tcp?):
            reading.report(
                .unsupportedKey,
                "a listener has either `tcp` or `unix`, not both",
                at: tcp.place,
                also: [unix.place],
                help: "make two listeners"
            )
            return nil
        case (let unix?, nil):
            guard let text = reading.name(unix) else { return nil }
            let path = PathText.resolve(text, besides: path)
            // The system reserves 108 bytes for the name of a socket, including the terminator.
            guard path.utf8.count <= 107 else {
                reading.report(.outOfRange, "the path of a socket has up to 107 bytes", at: unix.place)
                return nil
            }
            let mode = fields["mode"].map { self.mode($0) } ?? 0o600
            guard let mode else { return nil }
            return Endpoint(address: .unix(path: path, mode: mode), tls: tls, place: reading.range(of: unix.place))
        case (nil, let tcp?):
            if let place = fields.keyPlace("mode") {
                reading.report(.unsupportedKey, "only a socket in the file system has permissions", at: place)
            }
            guard let (host, port) = address(tcp) else { return nil }
            let endpoint = Endpoint(
                address: .tcp(host: host, port: port),
                tls: tls,
                place: reading.range(of: tcp.place)
            )
            if !endpoint.isLocal, !fields.has("tls") {
                reading.report(
                    .outOfRange,
                    "`\(endpoint.text)` can be reached from other machines and is not encrypted",
                    at: tcp.place,
                    severity: .warning,
                    help: "listen on 127.0.0.1 or a `unix` socket, or add `tls`"
                )
            }
            return endpoint
        case (nil, nil):
            guard !fields.has("unix"), !fields.has("tcp") else { return nil }
            reading.report(
                .missingKey,
                "\(mapping.rawValue) needs `tcp` or `unix`",
                at: fields.place,
                help: "write `tcp: 127.0.0.1:9900`, or `unix:` with a path"
            )
            return nil
        }
    }

    private func tls(_ node: DocumentNode) -> Endpoint.TLS? {
        guard let fields = fields(node, .tls) else { return nil }
        let certificate = reading.required("certificate", of: fields).flatMap { file($0) }
        let key = reading.required("key", of: fields).flatMap { file($0) }
        let clientCA = fields["clientCA"].flatMap { file($0) }
        guard let certificate, let key else { return nil }
        return Endpoint.TLS(certificate: certificate, key: key, clientCA: clientCA)
    }

    /// `127.0.0.1:9900` or `[::1]:9900`.
    private func address(_ node: DocumentNode) -> (host: String, port: Int)? {
        guard let text = reading.name(node) else { return nil }
        if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) {
            var host = String(text[..<colon])
            let digits = text[text.utf8.index(after: colon)...]
            let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
            if isBracketed { host = String(host.dropFirst().dropLast()) }
            let isNumeric = PeerList.Address(host) != nil && isBracketed == host.utf8.contains(UInt8(ascii: ":"))
            if isNumeric, (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit),
                let port = Int(digits), port <= 65_535
            {
                return (host, port)
            }
        }
        reading.report(
            .unknownValue,
            "`\(Quoted.word(text))` is not an IP address with a port",
            at: node.place,
            help: "write `127.0.0.1:9900` or `\"[::1]:9900\"`"
        )
        return nil
    }

    private func mode(_ node: DocumentNode) -> UInt16? {
        guard let text = reading.text(node) else { return nil }
        let isOctal = (3...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x37).contains($0) }
        guard isOctal, let mode = UInt16(text, radix: 8), mode <= 0o777 else {
            reading.report(
                .unknownValue,
                "`\(Quoted.word(text))` is not a mode",
                at: node.place,
                help: "write it in octal, such as `\"0660\"`"
            )
            return nil
        }
        // The system lets those connect who may write to the socket.
        guard mode & 0o222 != 0 else {
            reading.report(
                .outOfRange,
                "nobody may connect to a socket with the mode `\(text)`",
                at: node.place,
                help: "let its owner and its group write to it: `\"0660\"`"
            )
            return nil
        }
        return mode
    }
}
