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
        let limits = fields["limits"].map { self.limits($0) }
        let maxAge = fields["maxAge"].flatMap { duration($0, in: 1_000...100 * 365 * 86_400_000) }
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
        // Template and contact are useful without a separate listener.
        if fields.has("tcp") || fields.has("unix") { pages.endpoint = endpoint(fields, .explain) }
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
            log.masks = Set(masks.compactMap { reading.choice($0, LogConfiguration.Mask.self, called: "mask") })
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

    private func limits(_ node: DocumentNode) -> ServerLimits {
        var limits = ServerLimits()
        guard let fields = fields(node, .limits) else { return limits }
        func size(_ key: String, _ value: inout Int, _ range: ClosedRange<Int>) {
            if let read = fields[key].flatMap({ self.size($0, in: range) }) { value = read }
        }
        func count(_ key: String, _ value: inout Int, _ range: ClosedRange<Int>) {
            if let read = fields[key].flatMap({ reading.integer($0, in: range) }) { value = read }
        }
        func time(_ key: String, _ value: inout Duration) {
            if let read = fields[key].flatMap({ duration($0, in: 1...3_600_000) }) { value = read }
        }
        size("header", &limits.headerBytes, 1_024...1 << 20)
        size("target", &limits.targetBytes, 256...1 << 20)
        size("body", &limits.bodyBytes, 0...64 << 20)
        count("batch", &limits.batch, ServerLimits.batchRange)
        count("connections", &limits.connections, ServerLimits.connectionRange)
        time("headerTimeout", &limits.headerTimeout)
        time("idleTimeout", &limits.idleTimeout)
        time("decisionTimeout", &limits.decisionTimeout)
        time("drain", &limits.drain)
        return limits
    }

    /// Checks that no two listeners have the same address: the second could not start.
    private func checkAddresses(_ configuration: ServerConfiguration) {
        let endpoints =
            configuration.listeners.map(\.endpoint)
            + [configuration.admin, configuration.pages.endpoint].compactMap(\.self)
        var known: Set<String> = []
        for endpoint in endpoints {
            if case .tcp(_, 0) = endpoint.address { continue }
            guard !known.insert(endpoint.text).inserted else { continue }
            reading.add(
                ServerReading.finding(
                    .duplicateName,
                    "there are two listeners at `\(endpoint.text)`",
                    at: endpoint.place,
                    help: "combine them into one listener, or give each its own address"
                )
            )
        }
    }
}
