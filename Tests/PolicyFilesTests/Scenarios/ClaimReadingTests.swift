import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching

@testable import PolicyFiles

/// Reading `claims` of a scenario file, and every possible mistake there.
@Suite("Claims in scenario files") struct ClaimReadingTests {
    private static func file(_ claim: String) -> String {
        "demarc-test: 1\npolicy: ../policy.yaml\nclaims:\n- \(claim)\n"
    }

    private func claim(_ text: String) throws -> Claim {
        let result = readScenarios(Self.file(text))
        let file = try #require(result.file, "\(summary(result))")
        #expect(file.scenarios.isEmpty)
        return try #require(file.claims.first)
    }

    private static let findings: [(claim: String, finding: String)] = [
        ("[]", "wrong-type «[]» expected a claim, found a list"),
        ("{name: n}", "missing-key «{name: n}» the claim makes no statement"),
        (
            "{never: {from: native, to: print}, can: {from: native, to: print}}",
            "several-requests «can»«never» a claim makes exactly one statement"
        ),
        (
            "{nevr: {from: native, to: print}}",
            "unknown-key «nevr» unknown key `nevr` in a claim | did you mean `never`?"
        ),
        ("{never: {from: native}}", "missing-key «{from: native}» `never` needs `to` | specify where it goes"),
        ("{never: {to: print}}", "missing-key «{to: print}» `never` needs `from` | specify whose data it is"),
        ("{never: {from: natve, to: print}}", "unknown-value «natve» unknown place `natve` | did you mean `native`?"),
        ("{never: {from: print, to: print}}", "unknown-value «print» `print` contains no organization data"),
        ("{never: {from: native, to: unmanagd}}", "«unmanagd» unknown place `unmanagd` | did you mean `unmanaged`?"),
        ("{never: {from: native, to: 'views:E'}}", "«'views:E'» unknown place `views` | did you mean `view`?"),
        ("{never: {from: native, to: 'app:'}}", "missing-value «'app:'» there is no name after `app:`"),
        ("{never: {from: native, to: 'apps:all'}}", "«'apps:all'» `apps:` has no `all` | write `unmanaged`"),
        ("{never: {from: native, to: 'browser:mine'}}", "«'browser:mine'» `browser:` has no `mine`"),
        ("{never: {from: native, to: 'storage:moon'}}", "«'storage:moon'» `storage:` has no `moon`"),
        ("{never: {from: native, to: 'storage:box@his'}}", "«'storage:box@his'» `storage:` has no `his`"),
        ("{never: {from: native, to: fileEncryption}}", "«fileEncryption» unknown place"),
        ("{never: {from: native, to: [print]}}", "wrong-type «[print]» expected a string, found a list"),
        ("{never: {from: native, to: print, via: [fly]}}", "«fly» unknown question `fly`"),
        ("{never: {from: native, to: print, via: []}}", "missing-value «[]» no question is named"),
        ("{never: {from: native, to: print, except: [prnt]}}", "«prnt» unknown place `prnt` | did you mean `print`?"),
        ("{never: {from: native, to: print, within: 0}}", "out-of-range «0»"),
        ("{never: {from: native, to: print, within: few}}", "wrong-type «few» expected a whole number"),
        ("{never: {from: native, to: print, capacity: much}}", "«much» unknown capacity `much`"),
        ("{given: {user: none}, never: {from: native, to: print}}", "unknown-key «given» `given` is only for `always`"),
        (
            "{always: {navigate: {view: E, url: u}}}",
            "missing-key «{navigate: {view: E, url: u}}» `always` needs `then`"
        ),
        ("{always: {then: {verdict: block}}}", "missing-key «{then: {verdict: block}}» `when` contains no question"),
        ("{always: {signIn: none, then: {verdict: failed}}}", "unknown-key «signIn» unknown key `signIn` in `always`"),
        ("{always: {open: {url: {}}, then: {verdict: block}}}", "rule-without-matcher «{}» `url` names no URLs"),
        (
            "{always: {open: {url: {domian: a.example}}, then: {verdict: block}}}",
            "unknown-key «domian» unknown key `domian` in `url` | did you mean `domain`?"
        ),
        ("{always: {open: {url: {regex: '('}}, then: {verdict: block}}}", "invalid-regex «(»"),
        ("{always: {open: {url: u}, then: {}}}", "expects-nothing «{}» `then` expects nothing"),
        (
            "{always: {open: {url: u}, then: {page: null}}}",
            "unknown-key «page» the answer to `open` never has `page`"
        ),
        ("{always: {open: {url: u}, then: {verdict: plain}}}", "«plain» `open` never gives `plain`"),
        ("{always: {navigate: {view: X, url: u}, then: {verdict: block}}}", "«X» there is no view `X`"),
        ("{noMorePermissiveThan: none.yaml}", "file-not-found «none.yaml»"),
        ("{equivalent: {for: [print]}}", "missing-key «{for: [print]}» `equivalent` needs `to`"),
        (
            "{equivalent: {to: ../policy.yaml, for: [prnt]}}",
            "«prnt» unknown topic `prnt` | did you mean `print`?"
        ),
    ]

    @Test("Mistakes are refused with their place", arguments: findings.indices)
    func refused(row: Int) {
        let (text, finding) = Self.findings[row]
        let result = readScenarios(Self.file(text))
        #expect(result.file == nil, "\(text)")
        #expect(summary(result).contains { $0.hasPrefix("4:") && $0.contains(finding) }, "\(text): \(summary(result))")
    }

    @Test("A file may contain only claims, but not an empty list")
    func alone() {
        #expect(readScenarios(Self.file("{never: {from: native, to: print}}")).isUsable)
        let none = readScenarios("demarc-test: 1\npolicy: ../policy.yaml\nclaims: []\n")
        #expect(summary(none).contains { $0.contains("expects-nothing «[]» the file has no claims") })
    }

    @Test("Claims with equal names give a warning")
    func names() {
        let claim = "{name: n, never: {from: native, to: print}}"
        let result = readScenarios(Self.file("\(claim)\n- \(claim)"))
        #expect(result.isUsable && summary(result).contains { $0.contains("duplicate-name") })
    }

    private static let selectors: [String] = [
        "organization:contoso", "account:dana@contoso.com", "native", "native:dana@contoso.com", "view:E",
        "app:com.example.notes", "site:owned",
    ]
    private static let targets: [String] = [
        "apps:unmanaged", "apps:otherOrganization", "apps:mdm", "browser:managed", "browser:custom", "browser:system",
        "storage:photoLibrary", "storage:box@none", "storage:box@own", "storage:box@same", "storage:box@other",
        "storage:box@personal", "site:foreign", "system:tel", "unmanaged", "print", "screenCapture",
    ]

    @Test("Places are named as they are written", arguments: selectors + targets)
    func place(text: String) throws {
        let from = Self.selectors.contains(text) ? text : "native"
        guard case .never(let flow) = try claim("{never: {from: '\(from)', to: '\(text)'}}").statement else {
            Issue.record("it is read as another claim")
            return
        }
        #expect(flow.to.description == text && flow.from.description == from)
        #expect(flow.from.isSource)
    }

    @Test("Every part of a flow is read")
    func flow() throws {
        let claim = try claim(
            "{name: n, can: {from: view:E, to: unmanaged, via: [copy, paste], except: [print, save, 'app:x'], within: 3, capacity: shortText}}"
        )
        guard case .can(let flow) = claim.statement else {
            Issue.record("it is read as another claim")
            return
        }
        #expect(claim.name == "n" && claim.location.line == 4 && claim.location.column == 3)
        #expect(flow.via == [.copy, .paste] && flow.exceptQuestions == [.save] && flow.steps == 3)
        #expect(flow.exceptPlaces == [.setting(.print), .app("x")] && flow.capacity == .shortText)
    }

    @Test("The conditions of a URL and the open fields are read")
    func always() throws {
        let claim = try claim(
            "{always: {navigate: {view: E, url: {domain: [a.example, b.example], scheme: https}}, then: {page: managed}}}"
        )
        guard case .always(let always) = claim.statement else {
            Issue.record("it is read as another claim")
            return
        }
        #expect(always.urls.map(\.key) == [.domain, .scheme] && always.urls[0].alternatives.count == 2)
        #expect(always.openFields == [.user] && always.expected.map(\.part) == [.page])
        let copied = try self.claim(
            "{given: {user: none}, always: {copy: {from: E, type: image}, then: {verdict: plain}}}"
        )
        guard case .always(let copy) = copied.statement else {
            Issue.record("it is read as another claim")
            return
        }
        #expect(copy.openFields == [.characters] && copy.given.user == .accounts([.noUser]))
    }

    @Test("A claim about another policy may choose one of a Graph export, and has to if there are several")
    func export() throws {
        let policies = ["A", "B"].map {
            "{\"@odata.type\": \"#microsoft.graph.iosManagedAppProtection\", \"displayName\": \"\($0)\", \"pinRequired\": true}"
        }
        let files = ["ex.json": "{\"value\": [\(policies.joined(separator: ", "))]}"]
        for name in ["A", "B"] {
            let text = Self.file("{equivalent: {to: ../ex.json, displayName: \(name), for: [print]}}")
            let result = readScenarios(text, files: files)
            let file = try #require(result.file, "\(summary(result))")
            let baseline = try #require(file.claims.first?.statement.baseline)
            #expect(file.policies[baseline.policy].displayName == name && baseline.topics.count == 1)
        }
        let result = readScenarios(Self.file("{equivalent: ../ex.json}"), files: files)
        #expect(result.file == nil && summary(result).contains { $0.contains("`A`, `B`") }, "\(summary(result))")
    }

    @Test("Lists are read next to the file, and never outside its folder")
    func lists() throws {
        let files = MemoryFiles([
            "t/policy.yaml": "demarc: 1\nviews: [{id: E}]", "t/l.txt": "a.example\n", "o.txt": "b.example\n",
        ])
        func load(_ path: String) -> ScenarioLoadResult {
            let url = "{list: {file: \(path), format: domains}}"
            return ScenarioFileReader(files: files).load(
                text:
                    "demarc-test: 1\npolicy: policy.yaml\nclaims:\n- always: {open: {url: \(url)}, then: {verdict: block}}",
                path: "t/claims.yaml"
            )
        }
        #expect(load("l.txt").isUsable, "\(load("l.txt").diagnostics)")
        #expect(load("../o.txt").diagnostics.map(\.code) == ["outside-folder"])
    }

    @Test("Claims are bounded")
    func bounded() {
        var bounds = ReadingBounds()
        bounds.scenarios = 3
        let claims = Array(repeating: "{never: {from: native, to: print}}", count: 5).joined(separator: "\n- ")
        let result = readScenarios(Self.file(claims), bounds: bounds)
        #expect(result.diagnostics.map(\.code) == ["too-many-scenarios"])
    }
}
