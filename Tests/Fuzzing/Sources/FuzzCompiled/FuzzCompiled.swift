import ByteText
import Demarc
import PolicyFiles
import PolicyModel
@_spi(Fuzzing) import RuleIndex

/// Checks the laws of compiled policies, whoever wrote them.
///
/// An input that begins like a compiled file is used as one: the checksum is not verified, and the size in the head is
/// set to that of the input. Any other input is a list of changes to a file of ours, see ``CompiledMutation``. The
/// result has a correct checksum, so values rather than bytes are changed, and the code behind the checks is reached.
///
/// 1. Nothing crashes, hangs or reads outside the file; libFuzzer and AddressSanitizer check this.
/// 2. A policy that opens makes and explains decisions, whatever they are.
/// 3. A policy that opens can be compiled again, and then opens with its checksum.
@c(LLVMFuzzerTestOneInput)
public func fuzzCompiled(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    var bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if bytes.first == 0x89 {
        if bytes.count >= 24 {
            for position in 0..<8 { bytes[16 + position] = UInt8(truncatingIfNeeded: bytes.count >> (8 * position)) }
        }
        if let policy = try? CompiledPolicy(openingUnverified: SharedBytes(copying: bytes)) { use(policy) }
        return 0
    }
    var mutation = CompiledMutation(bytes)
    guard let file = try? mutation.file(of: original) else { return 0 }
    do throws(CompiledFileError) {
        use(try CompiledPolicy(opening: SharedBytes(copying: file)))
    } catch {
        if error.code != .malformed && error.code != .tooLarge {
            fatalError("a file with the right checksum is refused as another one: \(error)")
        }
    }
    return 0
}

private func use(_ policy: CompiledPolicy) {
    let engine = PolicyEngine(policy)
    var evaluator = engine.makeEvaluator()
    for declaration in policy.document.views.prefix(4) {
        guard let view = engine.view(named: declaration.id) else { continue }
        for url in urls {
            let decision = evaluator.navigation(to: url.utf8.span, in: view)
            _ = try? evaluator.explanation(of: decision)
        }
    }
    for url in urls {
        let decision = evaluator.open(url.utf8.span)
        _ = try? evaluator.explanation(of: decision)
        _ = evaluator.universalLink(url.utf8.span)
    }
    guard let file = try? policy.compiledFile() else { return }
    do throws(CompiledFileError) {
        _ = try CompiledPolicy(opening: file)
    } catch {
        fatalError("a policy that was opened compiles to one that is refused: \(error)")
    }
}

private let urls = [
    "https://contoso.com/", "https://www.contoso.com/a?b#c", "https://evil.example/a", "https://10.0.0.1/", "x:y",
    "https://a.sharepoint.com/teams/x", "http://[::1]/", "https://xn--bcher-kva.example/", "https://0.evil.example/a",
]

/// The parts of a file with every kind of matcher, and every format of list in each position that a list can have.
private let original: CompiledFileParts = {
    let formats = [
        "domains": "{}.example\n", "hosts": "0.0.0.0 {}.example\n", "adblock-domains": "||{}.example^\n",
        "edge": "https://{}.example/*\n", "chrome": "{}.example/a?b=c\n", "urls": "https://{}.example/a\n",
    ]
    var files: [String: String] = [:]
    var rules = ""
    for (format, line) in formats.sorted(by: { $0.key < $1.key }) {
        let lines = line.split(separator: "{}", omittingEmptySubsequences: false)
        files["\(format).txt"] = "\n" + (0..<12).map { "\(lines[0])\($0).evil\(lines[1])" }.joined()
        let list = "{file: \(format).txt, format: \(format)}"
        rules += "      - {id: list-\(format), class: blocked, list: \(list)}\n"
        rules += "      - {id: unless-\(format), class: internal, domain: example, unless: {list: \(list)}}\n"
        rules += "      - {id: with-\(format), class: external, host: 0.evil.example, list: \(list)}\n"
    }
    let document = """
        demarc: 1
        app: {id: com.contoso.app, webViewHandledURLSchemes: [x], queriesSchemes: [a, b]}
        policies:
          strict: {managedBrowserToOpenLinksRequired: true, periodBeforePinReset: P90D, customBrowserProtocol: kiosk}
        accounts:
          - {account: dana, organization: contoso, policy: strict}
        apps:
          - {id: com.contoso.other, managed: true, organization: contoso, schemes: [foo], universalLinks: ['https://contoso.com']}
        ruleSets:
          r:
            default: external
            subresources: block
            transitions: [privateWindow]
            rules:
              - {id: url, class: internal, url: 'https://contoso.com/a?b'}
              - {id: host, class: internal, host: [www.contoso.com, 10.0.0.1, '[::1]', bücher.example]}
              - {id: scheme, class: internal, scheme: foo, priority: 2}
              - {id: pattern, class: internal, pattern: ['https://{*.}?contoso.com/docs/:page', {hostname: '*.a.example'}]}
              - {id: edge, class: internal, edge: ['https://*.contoso.com/teams/*', 10.0.0.0/24]}
              - {id: chrome, class: blocked, chrome: ['contoso.com/a?b=c', '.www.contoso.com']}
              - {id: address, class: blocked, address: [10.0.0.0/8, 'fd00::/8']}
              - {id: regex, class: blocked, regex: '[?&]download=1(&|$)', because: It leaves.}
              - {id: site, class: internal, site: same-site}
        \(rules)
        views:
          - {id: A, isExternalURL: r, document: 'https://contoso.com/'}
          - {id: B, webView: false, children: [{id: C, policy: currentIdentity, isExternalURL: r}]}
        """
    let loaded = PolicyDocumentReader(files: MemoryFiles(files)).load(text: document, path: "policy.yaml")
    guard let document = loaded.document else { fatalError("the document is in error: \(loaded.diagnostics)") }
    return CompiledFileParts(CompiledPolicy(document))
}()
