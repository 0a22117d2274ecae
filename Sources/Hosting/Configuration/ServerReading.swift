import Diagnostics
import DocumentReading
import PolicyFiles
import PolicyModel
import RequestReading

/// One reading of a server's configuration: the document as a whole, and its smaller sections.
///
/// Each section reports its errors and omits the faulty parts; a configuration with an error is never used.
struct ServerReading {
    let reading: ReadingContext
    /// The file; paths in it are resolved against its folder.
    let path: String

    init(_ reading: ReadingContext, path: String) { (self.reading, self.path) = (reading, path) }

    /// Reads the root; nil if too little of it is valid for a configuration.
    func configuration(_ root: DocumentNode) -> ServerConfiguration? {
        guard let fields = fields(root, .document) else { return nil }
        reading.checkVersion(ServerConfiguration.formatKey, of: fields)
        let policy = reading.required("policy", of: fields, help: "name the policy document, or a compiled policy")
            .flatMap { file($0) }
        let bindings = fields["bindings"].map { self.bindings($0) } ?? []
        let listeners = reading.required("listeners", of: fields, help: "specify where requests come in")
            .map { self.listeners($0, bindings: bindings) }
        let admin = fields["admin"].flatMap { node in
            self.fields(node, .admin).flatMap { endpoint($0, .admin) }
        }
        let pages = fields["explain"].map { self.pages($0) }
        let log = fields["log"].map { self.log($0) }
        let ticketKey = fields["tickets"].flatMap { named("key", in: $0, .tickets) }
        let shadow = fields["shadow"].flatMap { named("policy", in: $0, .shadow) }
        let limits = fields["limits"].map { self.limits($0, listeners: listeners ?? []) }
        let maxAge = fields["maxAge"].flatMap { duration($0, in: ServerConfiguration.maxAgeRange) }
        guard let policy, let listeners else { return nil }

        var configuration = ServerConfiguration(policy: policy)
        configuration.maxAge = maxAge
        configuration.bindings = bindings
        configuration.listeners = listeners
        configuration.admin = admin
        configuration.pages = pages ?? configuration.pages
        configuration.log = log ?? configuration.log
        configuration.ticketKey = ticketKey
        configuration.shadow = shadow
        configuration.limits = limits ?? configuration.limits
        checkAddresses(configuration)
        checkLog(configuration)
        return configuration
    }

    /// The fields of a mapping, restricted to the keys of its table.
    func fields(_ node: DocumentNode, _ mapping: ServerKeys) -> Fields? {
        reading.fields(node, mapping.rawValue, keys: mapping.names)
    }

    private func named(_ key: String, in node: DocumentNode, _ mapping: ServerKeys) -> ServerConfiguration.NamedFile? {
        guard let fields = fields(node, mapping) else { return nil }
        return reading.required(key, of: fields).flatMap { file($0) }
    }

    // MARK: Sections

    private func pages(_ node: DocumentNode) -> ServerConfiguration.Pages {
        var pages = ServerConfiguration.Pages()
        guard let fields = fields(node, .explain) else { return pages }
        // Template and contact are useful without a separate listener. TLS and permissions are not: without an address
        // they would protect nothing, unnoticed.
        if ["tcp", "unix", "tls", "mode"].contains(where: { fields.has($0) }) {
            pages.endpoint = endpoint(fields, .explain)
        }
        pages.base = fields["base"].flatMap { base($0) }
        pages.template = fields["template"].flatMap { file($0) }
        pages.contact = fields["contact"].flatMap { reading.name($0) }
        return pages
    }

    private func log(_ node: DocumentNode) -> LogConfiguration {
        var log = LogConfiguration()
        guard let fields = fields(node, .log) else { return log }
        if let node = fields["to"], let text = reading.name(node) {
            log.destinationPlace = reading.range(of: node.place)
            switch text {
            case "stderr": log.destination = .standardError
            case "none": log.destination = .nowhere
            default: log.destination = .file(PathText.resolve(text, besides: path))
            }
        }
        if let node = fields["mask"] {
            let masks = reading.elements(node, of: "masks") ?? []
            log.masks = Set(masks.compactMap { reading.choice($0, URLMask.self, called: "mask") })
        }
        if let node = fields["sample"], let rates = self.fields(node, .sample) {
            log.allowRate = rates["allow"].flatMap { rate($0) } ?? log.allowRate
            log.routeRate = rates["route"].flatMap { rate($0) } ?? log.routeRate
            log.blockRate = rates["block"].flatMap { rate($0) } ?? log.blockRate
        }
        log.isAudit = fields["audit"].flatMap { reading.boolean($0) } ?? log.isAudit
        if log.isAudit, log.destination == .nowhere, let place = fields.keyPlace("audit") {
            reading.report(
                .unsupportedKey,
                "an audit log without a destination would block everything or prove nothing",
                at: place,
                help: "specify in `to` where it is written"
            )
        }
        log.key = fields["key"].flatMap { file($0) }
        return log
    }

    private func limits(_ node: DocumentNode, listeners: [ServerListener]) -> ServerLimits {
        var limits = ServerLimits()
        guard let fields = fields(node, .limits) else { return limits }
        func size(_ key: String, _ value: inout Int, _ range: ClosedRange<Int>) {
            if let read = fields[key].flatMap({ self.size($0, in: range) }) { value = read }
        }
        func count(_ key: String, _ value: inout Int, _ range: ClosedRange<Int>) {
            if let read = fields[key].flatMap({ reading.integer($0, in: range) }) { value = read }
        }
        func time(_ key: String, _ value: inout Duration) {
            if let read = fields[key].flatMap({ duration($0, in: ServerLimits.timeRange) }) { value = read }
        }
        size("header", &limits.headerBytes, ServerLimits.headerRange)
        size("target", &limits.targetBytes, ServerLimits.targetRange)
        size("body", &limits.bodyBytes, ServerLimits.bodyRange)
        count("batch", &limits.batch, ServerLimits.batchRange)
        count("connections", &limits.connections, ServerLimits.connectionRange)
        time("headerTimeout", &limits.headerTimeout)
        time("idleTimeout", &limits.idleTimeout)
        time("decisionTimeout", &limits.decisionTimeout)
        time("drain", &limits.drain)
        if let node = fields["target"] { checkTarget(of: limits, at: node) }
        let readsQuestions = listeners.contains { $0.services.contains(.json) }
        if let node = fields["body"], limits.bodyBytes == 0, readsQuestions {
            reading.report(
                .outOfRange,
                "every question in JSON is refused, because no body is small enough",
                at: node.place,
                severity: .warning,
                help: "allow a body, such as `body: 1MiB`; only `GET /v1/classify` needs none"
            )
        }
        return limits
    }

    /// Checks that a target can be as long as its limit.
    private func checkTarget(of limits: ServerLimits, at node: DocumentNode) {
        let most = min(limits.headerBytes, RequestTarget.byteLimit)
        guard limits.targetBytes > most else { return }
        let isHead = limits.headerBytes < RequestTarget.byteLimit
        reading.report(
            .outOfRange,
            "no target is this long: "
                + (isHead
                    ? "the whole head of a request has at most \(Quoted.size(most))"
                    : "a target of more than \(Quoted.size(most)) is never decided"),
            at: node.place,
            severity: .warning,
            help: isHead ? "write less than the limit of `header`, or raise that one" : "write `64KiB` or less"
        )
    }

    // MARK: What must be different

    /// What an address or a path leads to, however it is written.
    private enum Target: Hashable {
        /// An existing file; a hard link to it is the same file.
        case file(device: UInt64, number: UInt64)
        /// A path to something that is not a file, or not yet.
        case path(String)
        /// A port of an IP address.
        case port(Int, of: PeerList.Address?)
    }

    private func target(of path: String) -> Target {
        if let stamp = reading.source.stamp(of: path) { return .file(device: stamp.device, number: stamp.number) }
        let folder = PathText.folder(of: path)
        let resolved = (try? reading.source.resolve(folder)) ?? folder
        return .path(PathText.collapsed("\(resolved)/\(PathText.parts(of: path).last ?? "")"))
    }

    /// Checks that no two listeners have the same address: the second could not start.
    private func checkAddresses(_ configuration: ServerConfiguration) {
        var known: [Target: Endpoint] = [:]
        for endpoint in configuration.endpoints {
            let target: Target
            switch endpoint.address {
            case .tcp(_, 0): continue
            case .tcp(let host, let port): target = .port(port, of: PeerList.Address(host))
            case .unix(let path, _): target = self.target(of: path)
            }
            guard let other = known.updateValue(endpoint, forKey: target) else { continue }
            let spelling = other.text == endpoint.text ? "" : ", which is also written `\(other.text)`"
            report(
                .duplicateName,
                "there are two listeners at `\(endpoint.text)`\(spelling)",
                at: [endpoint.place, other.place],
                help: "combine them into one listener, or give each its own address"
            )
        }
    }

    /// Checks that the log has a file of its own: each record would be appended to a file that is read, such as the
    /// policy, and nothing can be appended to a socket.
    private func checkLog(_ configuration: ServerConfiguration) {
        guard case .file(let path) = configuration.log.destination, let place = configuration.log.destinationPlace
        else { return }
        let log = target(of: path)
        let used = uses(in: configuration, besides: place).first { target(of: $0.file.path) == log }
        guard let (use, other) = used else { return }
        report(
            .duplicateName,
            "the log cannot be written to `\(Quoted.word(path))`, which is \(use)",
            at: other.place == place ? [place] : [place, other.place],
            help: "write it to a file of its own, such as `decisions.ndjson`"
        )
    }

    /// Everything in the file system that a configuration uses except the log, with its use.
    private func uses(
        in configuration: ServerConfiguration,
        besides place: SourceRange
    ) -> [(use: String, file: ServerConfiguration.NamedFile)] {
        var uses: [(String, ServerConfiguration.NamedFile?)] = [
            ("this configuration", ServerConfiguration.NamedFile(path: path, place: place)),
            ("the policy", configuration.policy), ("the shadow policy", configuration.shadow),
            ("the key of tickets", configuration.ticketKey), ("the key of the log", configuration.log.key),
            ("the template of pages", configuration.pages.template),
        ]
        for endpoint in configuration.endpoints {
            if case .unix(let path, _) = endpoint.address {
                let socket = ServerConfiguration.NamedFile(path: path, place: endpoint.place)
                uses.append(("the socket of a listener", socket))
            }
            guard let tls = endpoint.tls else { continue }
            uses.append(("a certificate", tls.certificate))
            uses.append(("the key of a certificate", tls.key))
            uses.append(("the CA of clients", tls.clientCA))
        }
        return uses.compactMap { use, file in file.map { (use: use, file: $0) } }
    }
}
