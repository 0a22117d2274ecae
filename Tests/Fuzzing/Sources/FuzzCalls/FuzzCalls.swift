import ByteText
import CDemarc
import Demarc
import DemarcC
import Dispatch
import PolicyFiles

/// Holds the C ABI to its laws, whatever a host calls in whatever order.
///
/// An input is a list of calls. Each takes its handles from those that are open, those that were freed, those of the other
/// kind, and numbers; its texts and structs may be NULL, have a wrong size or end too early; a call may come from a second
/// thread while the first is in one.
///
/// 1. Nothing crashes, hangs or touches memory that it must not; libFuzzer and AddressSanitizer watch.
/// 2. What fails leaves cleared answers: a block, no handle, no view, an empty text.
/// 3. A freed handle is never good again.
/// 4. A text has the length that was returned, and a zero at its end.
@c(LLVMFuzzerTestOneInput)
public func fuzzCalls(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes as many bytes as it says, and keeps them for the call.
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var calls = CallSequence(bytes)
    calls.run()
    return 0
}

/// Ends the process where a law is broken.
func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds { fatalError(law()) }
}

/// Compiled policies that calls open: two that differ, and damaged ones are made of them.
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

/// A second thread, for calls that come while another one is under way.
let secondThread = DispatchQueue(label: "second")
