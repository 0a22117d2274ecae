import ByteText
import Diagnostics
import DocumentReading
import PolicyFiles
import PolicyModel
import RequestReading

/// `bindings`, and the source of accounts.
extension ServerReading {
    /// Reads all bindings.
    func bindings(_ node: DocumentNode) -> [ServerBinding] {
        guard case .mapping(let entries) = node.content else {
            reading.report(
                .wrongType,
                "expected bindings by name, found \(reading.description(of: node))",
                at: node.place,
                help: "write `bindings: {edge: {view: E, convention: nginx}}`"
            )
            return []
        }
        return entries.compactMap { binding($0) }
    }

    private func binding(_ entry: DocumentNode.Entry) -> ServerBinding? {
        checkName(entry)
        guard let fields = fields(entry.value, .binding) else { return nil }
        let viewNode = reading.required("view", of: fields, help: "name a view of the policy")
        let view = viewNode.flatMap { reading.name($0) }
        let convention = reading.required("convention", of: fields, help: "specify how the proxy describes a request")
            .flatMap { reading.choice($0, RequestConvention.self, called: "convention") }
        var request = RequestBinding(view: view ?? "", absentAccount: .lockDown)
        request.scheme = fields["scheme"].flatMap { reading.choice($0, called: "scheme") } ?? request.scheme
        request.comparesSNI = fields["compareSNI"].flatMap { reading.boolean($0) } ?? request.comparesSNI
        request.tunnels = fields["tunnels"].flatMap { reading.choice($0) } ?? request.tunnels
        request.frames = fields["frames"].flatMap { reading.choice($0) } ?? request.frames
        request.readings = fields["readings"].flatMap { reading.choice($0) } ?? request.readings
        let account = fields["account"].map { self.account($0, convention, &request) } ?? .none
        let peers = fields["peers"].map { self.peers($0) } ?? PeerList()
        let onRoute = fields["onRoute"].flatMap { reading.choice($0, ServerBinding.RouteAnswer.self) } ?? .page
        guard let viewNode, let convention else { return nil }
        var binding = ServerBinding(
            name: entry.key,
            request: request,
            convention: convention,
            viewPlace: reading.range(of: viewNode.place)
        )
        binding.account = account
        binding.accountPlace = fields["account"].map { reading.range(of: $0.place) }
        binding.comparesSNIPlace = fields["compareSNI"].map { reading.range(of: $0.place) }
        binding.peersPlace = fields["peers"].map { reading.range(of: $0.place) }
        binding.peers = peers
        binding.onRoute = onRoute
        return binding
    }

    /// The name appears in a path, in logs and in metrics.
    private func checkName(_ entry: DocumentNode.Entry) {
        let isPlain = entry.key.utf8.allSatisfy { byte in
            byte.isASCIIAlphanumeric || "-_".utf8.contains(byte)
        }
        guard !isPlain || !(1...64).contains(entry.key.utf8.count) else { return }
        reading.report(
            .unknownValue,
            "`\(Quoted.word(entry.key))` cannot be the name of a binding",
            at: entry.keyPlace,
            help: "use up to 64 letters, digits, `-` and `_`"
        )
    }

    // MARK: Accounts

    private func account(
        _ node: DocumentNode,
        _ convention: RequestConvention?,
        _ request: inout RequestBinding
    ) -> ServerBinding.AccountSource {
        guard let fields = fields(node, .account) else { return .none }
        let sources = ServerKeys.account.names.filter { $0 != "absent" && fields.has($0) }
        if sources.count > 1, let first = fields.keyPlace(sources[0]), let second = fields.keyPlace(sources[1]) {
            reading.report(
                .unsupportedKey,
                "a binding has one source of accounts, and `\(sources[0])` is already one",
                at: second,
                also: [first],
                help: "keep one of them"
            )
        }
        if let node = fields["absent"], let text = reading.name(node) {
            switch text {
            case "block": request.absentAccount = .block
            case "lockDown": request.absentAccount = .lockDown
            default:
                if let meant = reading.suggestion(for: text, among: ["block", "lockDown"]), !text.contains("@") {
                    reading.reportUnknownValue(text, at: node.place, called: "account", among: [meant])
                }
                request.absentAccount = .account(AccountID(text))
            }
        }
        if let node = fields["fixed"], let text = reading.name(node) { request.fixedAccount = AccountID(text) }
        if let node = fields["header"] {
            check(
                convention == .icap,
                "over ICAP this field comes from the sender of the request, who could choose any account",
                at: node,
                help: "write `icapUser: true` for the user that the ICAP client names"
            )
            return header(node).map { .header($0) } ?? .none
        }
        if let node = fields["certificate"] {
            check(convention == .icap, "over ICAP no certificate is read", at: node)
            return reading.choice(node, ServerBinding.CertificateName.self, called: "name").map { .certificate($0) }
                ?? .none
        }
        if let node = fields["metadata"], let names = reading.names(node, of: "names") {
            check(names.isEmpty, "the path to the claim is empty", at: node)
            check(convention != nil && convention != .envoy, "only Envoy has metadata", at: node)
            return .metadata(names)
        }
        if let node = fields["icapUser"], let isUsed = reading.boolean(node) {
            check(isUsed && convention != nil && convention != .icap, "only ICAP reports a user this way", at: node)
            return isUsed ? .icapUser : .none
        }
        return .none
    }

    private func check(
        _ isWrong: Bool,
        _ message: String,
        at node: DocumentNode,
        help: String = "name another source of accounts"
    ) {
        if isWrong { reading.report(.unsupportedKey, message, at: node.place, help: help) }
    }

    private func header(_ node: DocumentNode) -> String? {
        guard let text = reading.name(node) else { return nil }
        // Some servers treat an underscore or a dot as an alias of a dash, so a field with such a name can be forged
        // through them.
        let isToken = text.utf8.allSatisfy { byte in
            byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-")
        }
        guard isToken, text.utf8.count <= 64 else {
            reading.report(
                .unknownValue,
                "`\(Quoted.word(text))` cannot be the name of the field with the account",
                at: node.place,
                help: "use up to 64 letters, digits and `-`; some servers treat other characters as equal"
            )
            return nil
        }
        let name = text.lowercased()
        if let use = Self.use(ofField: name) {
            reading.report(
                .unknownValue,
                "`\(text)` \(use), so it cannot be the field with the account",
                at: node.place,
                help: "name a field that only the proxy writes, such as `x-demarc-account`"
            )
            return nil
        }
        return name
    }

    /// What a field is for that cannot contain an account; nil for any other field.
    private static func use(ofField name: String) -> String? {
        if DescribingField(rawValue: name) != nil { return "describes the request" }
        // Whoever sees the request later would read the account as a part of an answer.
        return DecisionField(rawValue: name) != nil ? "is a field of Demarc's answers" : nil
    }

    // MARK: Peers

    private func peers(_ node: DocumentNode) -> PeerList {
        var isReported = false
        let list = PeerList(
            (reading.elements(node, of: "networks") ?? []).compactMap { element in
                guard let text = reading.name(element) else { return nil }
                if let entry = PeerList.Entry(text) {
                    if case .network(_, 0) = entry {
                        isReported = true
                        reportEveryone("`\(Quoted.word(text))` trusts", at: element)
                    }
                    return entry
                }
                reading.report(
                    .unknownValue,
                    "`\(Quoted.word(text))` is not a network",
                    at: element.place,
                    help: "write `unix`, or an address with the length of its prefix, such as `10.0.0.0/8`; "
                        + "all other bits must be 0"
                )
                return nil
            }
        )
        if !isReported, list.includesEveryAddress { reportEveryone("these networks together trust", at: node) }
        return list
    }

    private func reportEveryone(_ subject: String, at node: DocumentNode) {
        reading.report(
            .outOfRange,
            "\(subject) everyone who can connect",
            at: node.place,
            severity: .warning,
            help: "name the networks of the proxies"
        )
    }
}
