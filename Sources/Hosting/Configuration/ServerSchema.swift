import PolicyFiles
import RequestReading

/// The JSON Schema of a server's configuration, for completion in editors. It is generated from the tables of the
/// reader.
public enum ServerSchema {
    /// The schema as JSON text, with a final line break.
    public static var json: String { schema(.document).file(titled: "Demarc server configuration") }

    static func schema(_ mapping: ServerKeys) -> JSONSchema {
        .object(
            mapping.keys.map { ($0.name, .described(value(of: $0.name, in: mapping), $0.summary)) },
            required: mapping.required
        )
    }

    private static func value(of key: String, in mapping: ServerKeys) -> JSONSchema {
        switch (mapping, key) {
        case (.document, ServerConfiguration.formatKey): .constant(1)
        case (.document, "bindings"): .named(schema(.binding))
        case (.document, "listeners"): .array(schema(.listener))
        case (.document, "admin"): schema(.admin)
        case (.document, "explain"): schema(.explain)
        case (.document, "log"): schema(.log)
        case (.document, "tickets"): schema(.tickets)
        case (.document, "shadow"): schema(.shadow)
        case (.document, "limits"): schema(.limits)
        case (.binding, "convention"): words(RequestConvention.self)
        case (.binding, "scheme"): words(RequestBinding.SchemeRule.self)
        case (.binding, "account"): schema(.account)
        case (.binding, "compareSNI"), (.account, "icapUser"), (.log, "audit"): .boolean
        case (.binding, "tunnels"): words(RequestBinding.Tunnels.self)
        case (.binding, "peers"), (.account, "metadata"): .array(.text)
        case (.binding, "frames"): words(RequestBinding.Frames.self)
        case (.binding, "readings"): words(RequestBinding.Readings.self)
        case (.binding, "onRoute"): words(ServerBinding.RouteAnswer.self)
        case (.account, "certificate"): words(ServerBinding.CertificateName.self)
        case (.listener, "serves"): .oneOrMany(words(ServerListener.Service.self))
        case (_, "tls"): schema(.tls)
        case (.log, "mask"): .array(words(URLMask.self))
        case (.log, "sample"): schema(.sample)
        case (.sample, _): .number(maximum: LogConfiguration.highestRate)
        case (.limits, "batch"): .integer(ServerLimits.batchRange)
        case (.limits, "connections"): .integer(ServerLimits.connectionRange)
        default: .text
        }
    }

    private static func words<Words: RawRepresentable & CaseIterable>(_: Words.Type) -> JSONSchema
    where Words.RawValue == String {
        .choice(Words.allCases.map(\.rawValue))
    }
}
