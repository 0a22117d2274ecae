import ByteText
import CDemarc
import Demarc
import DemarcC
import Dispatch
import PolicyFiles

/// Checks the laws of the C ABI for any sequence of calls by a host.
///
/// An input is a list of calls. Each takes its handles from the open ones, the freed ones, those of the other kind, and
/// arbitrary numbers. Its texts and structs may be NULL, have a wrong size or be too short. A call may come from a
/// second thread while the first thread is in another call.
///
/// 1. Nothing crashes, hangs or touches memory that it must not; libFuzzer and AddressSanitizer check this.
/// 2. A failed call leaves cleared answers: a block, no handle, no view, an empty text.
/// 3. A freed handle never becomes valid again.
/// 4. A text has the returned length, and ends with a zero.
@c(LLVMFuzzerTestOneInput)
public func fuzzCalls(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var calls = CallSequence(bytes)
    calls.run()
    return 0
}

/// Ends the process if a law is violated.
func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds { fatalError(law()) }
}

/// Compiled policies that calls open: two different ones, from which damaged ones are made.
let compiledPolicies: [[UInt8]] = ["internal", "blocked"].map { urlClass in
    let document = """
        demarc: 1
        revision: 3
        user: dana
        app: {id: com.contoso.app, multiIdentity: true, multiManagedIdentities: true, webViewHandledURLSchemes: [x]}
        policies:
          strict: {managedBrowserToOpenLinksRequired: true}
          free: {}
        accounts:
          - {account: dana, organization: contoso, policy: strict}
          - {account: kim, organization: contoso, policy: free}
          - {account: home}
        apps:
          - {id: com.contoso.mail, managed: true, organization: contoso, schemes: [foo]}
        ruleSets:
          r:
            default: external
            rules:
              - {id: domain, class: \(urlClass), domain: contoso.com, because: It is ours.}
              - {id: pattern, class: blocked, pattern: 'https://contoso.com/admin/*'}
              - {id: regex, class: external, regex: '[?&]download=1(&|$)', priority: 3}
              - {id: site, class: internal, site: same-site}
        views:
          - {id: A, policy: unmanaged}
          - {id: B, webView: false, children: [{id: C, policy: currentIdentity, isExternalURL: r}]}
          - {id: E, policy: currentIdentityBlockUpload, isExternalURL: r, document: 'https://contoso.com/'}
        """
    let loaded = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: document, path: "policy.yaml")
    guard let document = loaded.document else { fatalError("the document is in error: \(loaded.diagnostics)") }
    guard let file = try? CompiledPolicy(document).compiledFile() else { fatalError("it cannot be compiled") }
    return file.span.array
}

/// A second thread, for calls during another call.
let secondThread = DispatchQueue(label: "second")
