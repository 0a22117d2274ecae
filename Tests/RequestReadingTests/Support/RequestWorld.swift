import Demarc
import PolicyFiles
import PolicyModel
import RequestReading
import TestSupport
import Testing

/// A policy whose rules can separate the readings of a request, and its reader.
struct RequestWorld: ~Copyable {
    /// `good.test` is internal, its `/admin` and `evil.test` are blocked, and everything else is external.
    static let yaml = """
        demarc: 1
        app: {multiManagedIdentities: true}
        user: dana
        policies:
          free: {}
          browser: {managedBrowserToOpenLinksRequired: true}
        accounts:
          - {account: dana, policy: free}
          - {account: kim, policy: browser}
          - {account: home}
        ruleSets:
          corporate:
            default: external
            subresources: block
            rules:
              - {id: good, class: internal, domain: good.test}
              - {id: admin, class: blocked, pattern: 'http{s}?://good.test/admin/*'}
              - {id: partner, class: external, pattern: 'http{s}?://good.test/partner/*'}
              - {id: sockets, class: blocked, host: good.test, scheme: wss, pattern: 'wss://good.test/private/*'}
              - {id: plain, class: blocked, domain: plain.test, scheme: http}
              - {id: secure, class: internal, domain: plain.test, scheme: https}
              - {id: evil, class: blocked, domain: evil.test}
              - {id: local, class: blocked, address: 127.0.0.0/8}
        views:
          - {id: E, policy: currentIdentity, isExternalURL: corporate}
        """

    let engine: PolicyEngine
    var evaluator: Evaluator
    var reader: RequestReader

    init(_ binding: RequestBinding = .fixed, yaml: String = Self.yaml) throws {
        engine = PolicyEngine(try Self.document(yaml))
        evaluator = engine.makeEvaluator()
        reader = RequestReader(binding)
    }

    static func document(_ yaml: String) throws -> PolicyDocument {
        let result = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: yaml, path: "policy.yaml")
        return try #require(result.document, "\(result.diagnostics)")
    }

    mutating func decide(_ request: ObservedRequest) -> RequestDecision { reader.decide(request, with: &evaluator) }

    /// The decision on one line: the fault, or verdict, class and the deciding rule; `route` with its destination.
    mutating func line(_ request: ObservedRequest) -> String { decide(request).line }
}

extension RequestDecision {
    /// The decision in the tables' form: `request.authoritiesDiffer`, or `allow internal good`, with `-` for absent
    /// values.
    var line: String {
        if let fault { return fault.rawValue }
        if let first = reasons.first?.code, first == .urlReadingsDiffer || first == .urlInvalid {
            return "\(verdict.rawValue) \(first.rawValue) \(reasons.map { $0.rule?.id ?? "-" }.joined(separator: " "))"
        }
        return "\(verdict.rawValue) \(urlClass?.rawValue ?? "-") \(rule?.id ?? "-")"
    }
}

extension RequestBinding {
    /// Every request comes from dana, over `https`.
    static var fixed: RequestBinding {
        RequestBinding(view: "E", scheme: .https, fixedAccount: AccountID("dana"))
    }

    /// The same binding with some changes.
    func with(_ change: (inout RequestBinding) -> Void) -> RequestBinding {
        var binding = self
        change(&binding)
        return binding
    }
}

extension ObservedRequest {
    /// A GET request with `Host` fields.
    init(_ target: String, hosts: [String]) { self.init("GET", target, hosts: hosts) }

    /// A request with `Host` fields.
    init(_ method: String, _ target: String, hosts: [String]) {
        self.init(method: Array(method.utf8), target: Array(target.utf8))
        for host in hosts { add(authority: Array(host.utf8), from: .host) }
    }

    /// The same request with some changes.
    func with(_ change: (inout ObservedRequest) -> Void) -> ObservedRequest {
        var request = self
        change(&request)
        return request
    }
}

extension [ObservedField] {
    /// Fields in the form of a request, one per line.
    init(lines: [String]) {
        self = lines.map { line in
            let colon = line.dropFirst().firstIndex(of: ":") ?? line.endIndex
            let value = line[colon...].dropFirst()
            return ObservedField(
                name: [UInt8](line[..<colon].utf8),
                value: [UInt8]((value.first == " " ? value.dropFirst() : value).utf8)
            )
        }
    }
}
