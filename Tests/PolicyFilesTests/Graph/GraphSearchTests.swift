import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// Which object of an export is the policy.
@Suite("Policies in exports") struct GraphSearchTests {
    static let type = ##""@odata.type": "#microsoft.graph.iosManagedAppProtection""##
    static let context = "https://graph.microsoft.com/beta/$metadata#deviceAppManagement/"

    static let foundRows: [(String, String)] = [
        ("an object", #"{"saveAsBlocked": true}"#),
        ("an object with its type", "{\(type), \"saveAsBlocked\": true}"),
        ("a type without #", #"{"@odata.type": "microsoft.graph.iosManagedAppProtection", "saveAsBlocked": true}"#),
        ("a page", #"{"value": [{"saveAsBlocked": true}]}"#),
        (
            "a page with its context",
            "{\"@odata.context\": \"\(context)iosManagedAppProtections\", \"value\": [{\"id\": \"1\", \"saveAsBlocked\": true}]}"
        ),
        (
            "an entity",
            "{\"@odata.context\": \"\(context)iosManagedAppProtections(apps())/$entity\", \"saveAsBlocked\": true}"
        ),
        ("an array", #"[{"saveAsBlocked": true}]"#),
        ("an export", #"{"policies": [{"policy": {"saveAsBlocked": true}}]}"#),
        (
            "keyed objects",
            #"{"displayName": "Export", "ios": {"level 2": {"saveAsBlocked": true}}, "groups": {"x": [1, null]}}"#
        ),
        (
            "a policy beside other things",
            "[{\"@odata.type\": \"#microsoft.graph.iosCompliancePolicy\", \"nested\": {\"pinRequired\": true}}, {\(type), \"saveAsBlocked\": true}]"
        ),
        (
            "a policy that holds another's settings",
            "{\(type), \"saveAsBlocked\": true, \"was\": {\"pinRequired\": true}}"
        ),
        ("device-log names, nested", #"{"log": [{"policy": {"FileSharingSaveAsDisabled": 1}}]}"#),
    ]

    @Test("A policy is found at any depth", arguments: foundRows)
    func found(name: String, text: String) throws {
        let result = readGraph(text)
        let policy = try #require(result.document?.policies["p"], "\(places(result))")
        #expect(policy.saveAsBlocked && !policy.accessRequirements.pinRequired)
        #expect(result.diagnostics.isEmpty, "\(places(result))")
    }

    static let noneRows: [(String, String)] = [
        (
            "{}",
            "1:1 no-policy the file contains no iOS app protection policy | export one from `deviceAppManagement/iosManagedAppProtections`"
        ),
        (
            "[1, null, \"a\"]",
            "1:1 no-policy the file contains no iOS app protection policy | export one from `deviceAppManagement/iosManagedAppProtections`"
        ),
        (
            #"{"displayName": "A", "description": "B"}"#,
            "1:1 no-policy the file contains no iOS app protection policy | export one from `deviceAppManagement/iosManagedAppProtections`"
        ),
        (
            "\"pinRequired\"",
            "1:1 no-policy the file contains no iOS app protection policy | export one from `deviceAppManagement/iosManagedAppProtections`"
        ),
        (
            ##"{"@odata.type": "#microsoft.graph.androidManagedAppProtection", "pinRequired": true}"##,
            #"1:17 no-policy the file contains no iOS app protection policy, but `androidManagedAppProtection`, at `["@odata.type"]` | only `iosManagedAppProtection` is read"#
        ),
        (
            ##"{"value": [{"@odata.type": "#microsoft.graph.targetedManagedAppConfiguration"}, {"@odata.type": "#microsoft.graph.windowsManagedAppProtection"}]}"##,
            #"1:28 no-policy the file contains no iOS app protection policy, but `targetedManagedAppConfiguration`, `windowsManagedAppProtection`, at `value[0]["@odata.type"]` | `appConfigurations` reads app configurations, and `demarc import edge` reads their lists"#
        ),
        (
            "{\"@odata.context\": \"\(context)androidManagedAppProtections\", \"value\": [{\"pinRequired\": true}]}",
            #"1:20 no-policy the file contains no iOS app protection policy, but `androidManagedAppProtection`, at `["@odata.context"]` | only `iosManagedAppProtection` is read"#
        ),
        (
            #"{"value": [{"pinRequired": true, "screenCaptureBlocked": true}]}"#,
            "1:12 no-policy the file contains no iOS app protection policy, but `androidManagedAppProtection`, at `value[0]` | only `iosManagedAppProtection` is read"
        ),
    ]

    @Test("Anything else is refused with its actual kind", arguments: noneRows)
    func none(text: String, finding: String) {
        let result = readGraph(text)
        #expect(places(result) == [finding])
        #expect(!result.isUsable)
        let loose = LooseFileReader(files: MemoryFiles()).graph(bytes: Array(text.utf8), path: "g.json")
        #expect(loose.content == nil)
        #expect(loose.diagnostics.map(\.help) == result.diagnostics.map(\.help))
    }

    static let two =
        #"{"value": [{"displayName": "Level 1", "pinRequired": true}, {"displayName": "Level 2", "saveAsBlocked": true}]}"#

    @Test("Several policies require a name")
    func several() throws {
        let result = readGraph(Self.two)
        #expect(
            places(result) == [
                "policy.yaml:2:23 several-policies `g.json` contains 2 iOS app protection policies: `Level 1`, `Level 2` | choose one: `graph: {file: PATH, displayName: NAME}`"
            ]
        )
        #expect(
            result.diagnostics[0].places.map { "\($0.path):\($0.start.column)" } == [
                "policy.yaml:23", "g.json:12", "g.json:61",
            ]
        )
        let named = try #require(
            readGraph(Self.two, entry: "{graph: {file: g.json, displayName: Level 2}}").document?.policies["p"]
        )
        #expect(named.saveAsBlocked && !named.accessRequirements.pinRequired)
    }

    static let nameRows: [(entry: String, findings: [String])] = [
        (
            "{graph: {file: g.json, displayName: Level 3}}",
            [
                "policy.yaml:2:51 unknown-name there is no policy in the file with the displayName or id `Level 3` | did you mean `Level 1`?"
            ]
        ),
        (
            "{graph: {file: g.json, displayName: X}}",
            [
                "policy.yaml:2:51 unknown-name there is no policy in the file with the displayName or id `X` | write `Level 1` or `Level 2`"
            ]
        ),
        (
            "{graph: {displayName: X}}",
            [
                "policy.yaml:2:23 missing-key a Graph file needs `file` | name the file: `graph: {file: PATH, displayName: NAME}`"
            ]
        ),
        (
            "{graph: {file: g.json, name: X}}",
            [
                "policy.yaml:2:30 several-policies `g.json` contains 2 iOS app protection policies: `Level 1`, `Level 2` | choose one: `graph: {file: PATH, displayName: NAME}`",
                "policy.yaml:2:38 unknown-key unknown key `name` in a Graph file | it can also have `displayName`",
            ]
        ),
        ("{graph: [g.json]}", ["policy.yaml:2:23 wrong-type expected a string, found a list"]),
        ("{graph: ''}", ["policy.yaml:2:23 missing-value the text is empty"]),
        ("{graph: none.json}", ["policy.yaml:2:23 file-not-found there is no file `none.json`"]),
        (
            "{graph: /g.json}",
            [
                "policy.yaml:2:23 outside-folder `/g.json` is an absolute path | write a path relative to this file, or use --allow-outside"
            ]
        ),
    ]

    @Test("A wrong name is refused with the choices", arguments: nameRows)
    func names(entry: String, findings: [String]) {
        let result = readGraph(Self.two, entry: entry)
        #expect(!result.isUsable)
        #expect(places(result) == findings)
    }

    @Test("Other kinds of policies are skipped with a note that names them")
    func others() throws {
        let text = """
            [{\(Self.type), "saveAsBlocked": true},
             {"@odata.type": "#microsoft.graph.androidManagedAppProtection", "displayName": "Android"},
             {"@odata.type": "#microsoft.graph.targetedManagedAppConfiguration", "customSettings": []}]
            """
        let result = readGraph(text)
        #expect(result.document?.policies["p"]?.saveAsBlocked == true)
        #expect(
            places(result) == [
                #"2:18 note other-policy only `iosManagedAppProtection` is read, not `androidManagedAppProtection`, at `[1]["@odata.type"]`"#,
                #"3:18 note other-policy only policies are read here, not `targetedManagedAppConfiguration`, at `[2]["@odata.type"]` | `appConfigurations` reads app configurations, and `demarc import edge` reads their lists"#,
            ]
        )
    }

    @Test(
        "A note says that a policy reaches no device, or only some",
        arguments: [
            (
                #""isAssigned": false"#,
                "the policy is assigned to nobody, so it reaches no device; it is read as if it did"
            ),
            (
                #""targetedAppManagementLevels": "mdm""#,
                "the policy only reaches apps on devices of the kind `mdm`; it is read as if it applied on every device"
            ),
            (#""isAssigned": true"#, nil), (#""targetedAppManagementLevels": "unspecified""#, nil),
            (#""isAssigned": null"#, nil),
        ] as [(String, String?)]
    )
    func reach(property: String, message: String?) throws {
        let result = readGraph("{\(Self.type), \"saveAsBlocked\": true,\n\(property)}")
        #expect(result.document?.policies["p"]?.saveAsBlocked == true)
        let key = property.prefix { $0 != ":" }.filter { $0 != "\"" }
        #expect(places(result) == [message.map { "2:1 note policy-reach \($0), at `\(key)`" }].compactMap(\.self))
    }

    @Test("Several policies may use one file, which is charged for each")
    func shared() throws {
        let document =
            "demarc: 1\npolicies: {a: {graph: g.json}, b: {graph: ./g.json, saveAsBlocked: false}}\naccounts: []\n"
        let files = ["g.json": #"{"saveAsBlocked": true, "printBlocked": 5}"#]
        #expect(
            summary(read(document, files: files)) == [
                "g.json: wrong-type «5» expected `true` or `false`, found `5`, at `printBlocked`"
            ],
            "said once"
        )
        let good = read(document, files: ["g.json": #"{"saveAsBlocked": true, "printBlocked": true}"#])
        #expect(good.document?.policies["a"]?.saveAsBlocked == true)
        #expect(good.document?.policies["b"]?.saveAsBlocked == false)
        #expect(good.document?.policies["b"]?.printBlocked == true)
        // A thousand names for one large file are refused, not read.
        let links = (0..<200).map { "\"http://x\($0).example/*\"" }.joined(separator: ",")
        let many =
            "demarc: 1\npolicies:\n" + (0..<1_000).map { "  p\($0): {graph: g.json}\n" }.joined() + "accounts: []\n"
        var bounds = ReadingBounds()
        bounds.nodes = 20_000
        let result = read(many, files: ["g.json": "{\"managedUniversalLinks\": [\(links)]}"], bounds: bounds)
        #expect(Set(result.diagnostics.map(\.code)) == ["too-many-values"])
    }
}
