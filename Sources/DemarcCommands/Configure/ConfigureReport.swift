import AppLint
import Diagnostics
import PropertyList

/// The report of `demarc configure`.
struct ConfigureReport {
    private let configuration: AppConfiguration
    private let infoPlist: PropertyListDocument
    private let entitlements: PropertyListDocument?
    private let run: ConfigureRun

    /// - Parameters:
    ///   - configuration: The result.
    ///   - infoPlist: The original Info.plist.
    ///   - entitlements: The original entitlements.
    ///   - run: The options.
    init(
        _ configuration: AppConfiguration,
        _ infoPlist: PropertyListDocument,
        _ entitlements: PropertyListDocument?,
        _ run: ConfigureRun
    ) {
        self.configuration = configuration
        self.infoPlist = infoPlist
        self.entitlements = entitlements
        self.run = run
    }

    private var findings: [Diagnostic] { configuration.findings.map(\.diagnostic).sorted() }

    // MARK: Text

    /// A line for each addition, followed by what is left to do.
    func text(on page: Page) -> String {
        var text = ""
        for addition in configuration.additions {
            text += page.block("\(addition.path): \(addition.message) [\(addition.code.rawValue)]", hanging: 4)
        }
        if configuration.additions.isEmpty { text += "nothing to do\n" }
        guard !findings.isEmpty else { return text }
        let sources = [configuration.infoPlist, configuration.entitlements].compactMap { $0?.document.source }
        text += "left to do by hand:\n"
        return text + page.report(sources: sources).text(findings)
    }

    /// The differences in unified format; empty if there are none.
    var diff: [UInt8] {
        var diff = diff(infoPlist, configuration.infoPlist, to: run.output == "-" ? nil : run.output)
        if let entitlements, let file = configuration.entitlements { diff += self.diff(entitlements, file, to: nil) }
        return diff
    }

    private func diff(_ old: PropertyListDocument, _ new: AppConfiguration.File, to output: String?) -> [UInt8] {
        guard new.isChanged else { return [] }
        let name = old.source.path
        guard old.format == .binary else {
            return UnifiedDiff(from: old.source.bytes, to: new.document.source.bytes)
                .text(from: name, to: output ?? name)
        }
        let remark = "\t(binary, shown as text)"
        return UnifiedDiff(
            from: PropertyListText.bytes(of: old.root),
            to: PropertyListText.bytes(of: new.document.root)
        )
        .text(from: name + remark, to: (output ?? name) + remark)
    }

    // MARK: JSON

    /// One object on separate lines.
    func json(written: [String]) -> String {
        let additions = configuration.additions.map { addition in
            "{\"code\":\"\(addition.code.rawValue)\",\"file\":\(JSONText.string(addition.path)),"
                + "\"message\":\(JSONText.string(addition.message))}"
        }
        let findings = self.findings.map { JSONReport.object($0) }
        let fields = [
            "\"infoPlist\":\(JSONText.string(run.input))",
            "\"entitlements\":\(run.entitlements.map { JSONText.string($0) } ?? "null")",
            "\"output\":\(JSONText.string(run.output ?? run.input))",
            "\"dryRun\":\(run.isDryRun)",
            "\"written\":\(JSONText.array(written.map { JSONText.string($0) }))",
            "\"additions\":\(JSONText.array(additions))",
            "\"findings\":\(JSONText.array(findings))",
            "\"diff\":\(run.isDryRun ? JSONText.string(String(decoding: diff, as: UTF8.self)) : "null")",
        ]
        return "{\n\(fields.joined(separator: ",\n"))\n}\n"
    }
}
