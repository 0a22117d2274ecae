import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// Objects that only claim to be a policy. Read as one, each would have the default of every setting, and allow all.
@Suite("Parts of policies") struct GraphPartTests {
    private static let context = "https://graph.microsoft.com/v1.0/$metadata#deviceAppManagement/"
    private static let type = ##""@odata.type": "#microsoft.graph.iosManagedAppProtection""##

    private static let otherCase =
        "partial-policy the settings of this policy have names in another case, as the Graph PowerShell SDK writes them"

    static let refusedRows: [(name: String, text: String, finding: String)] = [
        (
            "objects of the PowerShell SDK",
            #"{"AllowedOutboundClipboardSharingLevel": "blocked", "SaveAsBlocked": true, "Id": "T_1", "AdditionalProperties": {"@odata.context": "\#(context)iosManagedAppProtections/$entity"}}"#,
            "1:2 \(otherCase)"
        ),
        (
            "objects of the SDK with its type among the additional properties",
            #"[{"Id": "T_1", "SaveAsBlocked": true, "AdditionalProperties": {\#(type)}}]"#, "1:16 \(otherCase)"
        ),
        (
            "objects of the SDK in a list, with names that logs have too",
            #"[{"ManagedUniversalLinks": ["http://a.example/*"], "PinRequired": true, "AdditionalProperties": {}}]"#,
            "1:52 \(otherCase)"
        ),
        (
            "objects of the SDK without additional properties",
            #"{"PinRequired": true, "SaveAsBlocked": true, "PrintBlocked": true, "ManagedUniversalLinks": []}"#,
            "1:2 \(otherCase)"
        ),
        ("a type and names in another case", "{\(type), \"SaveAsBlocked\": true}", "1:61 \(otherCase)"),
        (
            "a page and names in another case",
            "{\"@odata.context\": \"\(context)iosManagedAppProtections\", \"value\": [{\"saveasblocked\": true}]}",
            "1:122 \(otherCase)"
        ),
        (
            "assignments",
            "{\"@odata.context\": \"\(context)iosManagedAppProtections('T_1')/assignments\", \"value\": [{\"id\": \"1\"}]}",
            "1:1 no-policy the file contains the `assignments` of a policy, not the policy"
        ),
        (
            "apps",
            "{\"@odata.context\": \"\(context)iosManagedAppProtections('T_1')/apps\", \"value\": [{\"id\": \"1\"}]}",
            "1:1 no-policy the file contains the `apps` of a policy, not the policy"
        ),
        (
            "selected labels",
            "{\"@odata.context\": \"\(context)iosManagedAppProtections(id,displayName)\", \"value\": [{\"id\": \"1\"}]}",
            "1:137 partial-policy the export has none of the policy's settings, because it has only the selected properties"
        ),
        (
            "an error", "{\"@odata.context\": \"\(context)iosManagedAppProtections\", \"error\": {\"code\": \"x\"}}",
            "1:111 partial-policy Graph returned an error instead of the policy"
        ),
        (
            "a summary", "{\(type), \"id\": \"T_1\", \"displayName\": \"A\", \"settingOf2030\": 1}",
            "1:1 partial-policy there are no settings in this policy; read as it is, it would allow everything"
        ),
        (
            "settings that are all null", "{\(type), \"saveAsBlocked\": null}",
            "1:1 partial-policy there are no settings in this policy; read as it is, it would allow everything"
        ),
    ]

    @Test("They are refused, as a file of a document, as an export and on their own", arguments: refusedRows)
    func refused(name: String, text: String, finding: String) {
        let result = readGraph(text)
        #expect(!result.isUsable)
        #expect(places(result).count == 1 && places(result)[0].hasPrefix(finding), "\(places(result))")
        #expect(result.diagnostics[0].help != nil)
        let export = PolicyDocumentReader(files: MemoryFiles(["g.json": text])).load(path: "g.json")
        #expect(!export.isUsable)
        let loose = LooseFileReader(files: MemoryFiles()).graph(bytes: Array(text.utf8), path: "g.json")
        #expect(loose.content == nil)
    }

    @Test("The place of a policy without settings is its own, and the selection is also named")
    func ownPlace() {
        let text =
            "{\"@odata.context\": \"\(Self.context)iosManagedAppProtections(id)\", \"value\": [\n{\"id\": \"1\"}]}"
        let finding = readGraph(text).diagnostics.first
        #expect(finding?.places.map { "\($0.start.line):\($0.start.column)" } == ["2:1", "1:20"])
        #expect(finding?.help == "export the policy without `$select`")
    }

    @Test(
        "An export with selected settings is read with a warning, and one with all of them without",
        arguments: [
            ("apps,assignments", false), ("T_5bc789cb", false), ("id,saveAsBlocked", true),
            ("id,saveAsBlocked,apps()", true), ("apps()", false),
            ("*,apps(id,version)", false), (GraphKeys.tellingSettings.sorted().joined(separator: ","), false),
        ]
    )
    func selected(selection: String, isPartial: Bool) throws {
        let text =
            "{\"@odata.context\": \"\(Self.context)iosManagedAppProtections(\(selection))\", "
            + "\"value\": [{\"id\": \"1\", \"saveAsBlocked\": true}]}"
        let result = readGraph(text)
        #expect(result.document?.policies["p"]?.saveAsBlocked == true)
        #expect(result.diagnostics.map(\.code) == (isPartial ? ["partial-policy"] : []))
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning && $0.message.contains("default") })
    }

    static let readRows: [(String, String)] = [
        ("a setting in another case beside one of Graph's", #"{"saveAsBlocked": true, "PINREQUIRED": true}"#),
        (
            "additional properties with Graph's names, as for policies of every kind",
            "{\"Id\": \"T_1\", \"DisplayName\": \"A\", \"AdditionalProperties\": {\(type), \"saveAsBlocked\": true}}"
        ),
        (
            "a log with names that Graph has in another case",
            #"{"FileSharingSaveAsDisabled": 1, "PinRequired": 1, "MinimumPinLength": 4, "SimplePinBlocked": 1}"#
        ),
        (
            "one policy by its key",
            "{\"@odata.context\": \"\(context)iosManagedAppProtections('T_1')\", \"saveAsBlocked\": true}"
        ),
        (
            "a policy beside assignments",
            "[{\"@odata.context\": \"\(context)iosManagedAppProtections('T_1')/assignments\", \"value\": [{}]}, {\"saveAsBlocked\": true}]"
        ),
        (
            "a policy by the name of its type",
            "{\"@odata.context\": \"\(context)iosManagedAppProtections/microsoft.graph.iosManagedAppProtection/$entity\", \"saveAsBlocked\": true}"
        ),
        (
            "a policy beside one for Android, as the PowerShell SDK writes it",
            "[{\"saveAsBlocked\": true}, {\"SaveAsBlocked\": true, \"PinRequired\": true, \"PrintBlocked\": true, \"AdditionalProperties\": {\"@odata.context\": \"\(context)androidManagedAppProtections/$entity\"}}]"
        ),
    ]

    @Test("A whole policy is read", arguments: readRows)
    func read(name: String, text: String) {
        let result = readGraph(text)
        #expect(result.document?.policies["p"]?.saveAsBlocked == true, "\(places(result))")
    }
}
