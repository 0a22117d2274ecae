import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("The apps of a policy") struct TargetedAppsTests {
    private func graph(_ apps: String) -> PolicyLoadResult { readGraph("{\"saveAsBlocked\": true, \"apps\": \(apps)}") }

    private func ids(_ result: PolicyLoadResult) -> [String]? { result.document?.policies["p"]?.apps.map(\.bundleID) }

    @Test(
        "They are read from Graph exports",
        arguments: [
            ("null", []), ("[]", []),
            (
                ##"[{"id": "x.ios", "version": "1", "mobileAppIdentifier": {"@odata.type": "#microsoft.graph.iosMobileAppIdentifier", "bundleId": "com.contoso.mail"}}]"##,
                ["com.contoso.mail"]
            ),
            (#"[{"MobileAppIdentifier": {"bundleID": "com.contoso.mail"}}]"#, ["com.contoso.mail"]),
            (#"[{"bundleId": "com.contoso.mail"}, "com.contoso.Scan"]"#, ["com.contoso.mail", "com.contoso.Scan"]),
            (#"["com.contoso.mail", "com.contoso.Mail"]"#, ["com.contoso.mail"]),
            (
                #"[{"mobileAppIdentifier": {"packageId": "com.contoso.android"}}, {"mobileAppIdentifier": {"windowsAppId": "x"}}]"#,
                []
            ),
            (
                ##"[{"mobileAppIdentifier": {"@odata.type": "#microsoft.graph.macAppIdentifier", "bundleId": "com.contoso.mail"}}, {"bundleId": "com.contoso.mac", "@odata.type": "microsoft.graph.macAppIdentifier"}]"##,
                []
            ),
        ] as [(String, [String])]
    )
    func read(apps: String, expected: [String]) {
        let result = graph(apps)
        #expect(ids(result) == expected)
        #expect(result.diagnostics.isEmpty, "\(places(result))")
    }

    // The other settings are valid, and unreadable apps count as unmanaged.
    @Test(
        "Unreadable apps are named",
        arguments: [
            ("5", [], "expected a list of apps, found `5`, at `apps`"),
            (#"{"mobileAppIdentifier": {}}"#, [], "expected a list of apps, found a mapping, at `apps`"),
            (
                #"["@{mobileAppIdentifier=; id=x}", "com.contoso.mail"]"#, ["com.contoso.mail"],
                "this is not an app with a bundle id, and counts as unmanaged, at `apps[0]`"
            ),
            (
                #"[{"mobileAppIdentifier": "x y"}, {}, [], {"mobileAppIdentifier": {"bundleId": 5}}, {"mobileAppIdentifier": {"bundleId": ""}}]"#,
                ["5"], "4 of these are not apps with a bundle id, and count as unmanaged, at `apps[0]`"
            ),
            (
                #"[null, {"mobileAppIdentifier": {"bundleId": null}}]"#, [],
                "2 of these are not apps with a bundle id, and count as unmanaged, at `apps[0]`"
            ),
        ] as [(String, [String], String)]
    )
    func unreadable(apps: String, expected: [String], message: String) {
        let result = graph(apps)
        #expect(result.document?.policies["p"]?.saveAsBlocked == true)
        #expect(ids(result) == expected)
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.message) == [message])
    }

    @Test("A policy document may list them, and overrides the file's list")
    func inline() {
        let text = "demarc: 1\npolicies: {p: {graph: g.json, apps: [com.contoso.notes]}}\n"
        let files = ["g.json": #"{"saveAsBlocked": true, "apps": ["com.contoso.mail"]}"#]
        let result = PolicyFilesTests.read(text, files: files)
        #expect(ids(result) == ["com.contoso.notes"])
        let bad = PolicyFilesTests.read("demarc: 1\npolicies: {p: {apps: [{id: a}]}}\n")
        #expect(!bad.isUsable && bad.diagnostics.map(\.code) == ["wrong-type"])
    }
}
