import Diagnostics
import PolicyImport
import Testing

/// Which lists of a file are those of one configuration.
@Suite("Configurations in a browser's policy") struct BrowserPolicyConfigurationTests {
    @Test(
        "The lists of different apps are not combined",
        arguments: [
            #"{"applications": [{"packageName": "a", "managedConfiguration": {"URLBlocklist": "[\"*\"]"}}, {"packageName": "b", "managedConfiguration": {"URLAllowlist": "[\"a.example\"]"}}]}"#,
            #"{"applications": [{"URLBlocklist": ["*"]}, {"URLAllowlist": ["a.example"]}]}"#,
            #"[{"managedProperty": [{"key": "URLBlocklist", "valueStringArray": ["*"]}]}, {"managedProperty": [{"key": "URLAllowlist", "valueStringArray": ["a.example"]}]}]"#,
            #"{"applications": [{"managedConfiguration": {"URLBlacklist": ["*"]}}, {"managedConfiguration": {"URLAllowlist": ["a.example"]}}]}"#,
            #"{"value": [{"displayName": "Chrome", "settings": [{"appConfigKey": "URLBlocklist", "appConfigKeyValue": "[\"*\"]"}]}, {"displayName": "Edge", "settings": [{"appConfigKey": "URLAllowlist", "appConfigKeyValue": "[\"a.example\"]"}]}]}"#,
            #"{"value": [{"name": "a", "settings": [{"settingInstance": {"settingDefinitionId": "x~y_urlblocklistdesc", "simpleSettingCollectionValue": [{"value": "*"}]}}]}, {"name": "b", "settings": [{"settingInstance": {"settingDefinitionId": "x~y_urlallowlistdesc", "simpleSettingCollectionValue": [{"value": "a.example"}]}}]}]}"#,
            #"{"settings": [\#(catalogSetting("device_vendor_msft_policy_config_microsoft_edgev77.3~policy~microsoft_edge_urlblocklist_urlblocklistdesc")), \#(catalogSetting("device_vendor_msft_policy_config_chromeintunev1~policy~googlechrome_urlallowlist_urlallowlistdesc"))]}"#,
            #"[{"URLBlocklist": ["*"]}, {"URLAllowlist": ["a.example"]}]"#,
            #"{"Chrome": {"URLBlocklist": ["*"]}, "Edge": {"URLAllowlist": ["a.example"]}}"#,
            #"{"URLBlocklist": ["*"], "Edge": {"URLWhitelist": ["a.example"]}}"#,
            #"{"Chrome": [{"key": "URLBlocklist", "value": ["*"]}], "Edge": [{"key": "URLAllowlist", "value": ["a.example"]}]}"#,
            #"{"value": [[{"key": "URLBlocklist", "value": ["*"]}], [{"key": "URLAllowlist", "value": ["a.example"]}]]}"#,
            #"{"a": {"settings": [\#(catalogSetting(edgeBlocklist))]}, "b": {"settings": [\#(catalogSetting(edgeAllowlist))]}}"#,
            #"[{"Name": "a", "Value": {"settings": [\#(catalogSetting(edgeBlocklist))]}}, {"Name": "b", "Value": {"settings": [\#(catalogSetting(edgeAllowlist))]}}]"#,
            #"{"a": {"settings": \#(catalogSetting(edgeBlocklist))}, "b": {"settings": \#(catalogSetting(edgeAllowlist))}}"#,
            #"{"a": {"settings": {"appConfigKey": "URLBlocklist", "appConfigKeyValue": "[\"*\"]"}}, "b": {"settings": {"appConfigKey": "URLAllowlist", "appConfigKeyValue": "[\"a.example\"]"}}}"#,
            #"{"settings": [\#(catalogSetting("com.microsoft.edge.settings.urlblocklist")), \#(catalogSetting("com.google.chrome.settings.urlallowlist"))]}"#,
            #"{"\#(edgeBlocklist)": ["*"], "device_vendor_msft_policy_config_chromeintunev1~policy~googlechrome_urlallowlist_urlallowlistdesc": ["a.example"]}"#,
        ] as [String]
    )
    func differentApps(text: String) {
        let file = source(text, "policy.json")
        for result in [
            BrowserListFormat.chrome.read(policy: file), BrowserListFormat.chrome.read(allow: file, block: file),
        ] {
            #expect(result.findings.last?.code == "several-lists", "\(summary(result))")
            #expect(result.findings.last?.places.count == 2 && result.text.isEmpty)
        }
    }

    private static func catalogSetting(_ identifier: String) -> String {
        #"{"settingInstance": {"settingDefinitionId": "\#(identifier)", "simpleSettingCollectionValue": [{"value": "*"}]}}"#
    }

    private static let edgeBlocklist =
        "device_vendor_msft_policy_config_microsoft_edge~policy~microsoft_edge_urlblocklist_urlblocklistdesc"
    private static let edgeAllowlist =
        "device_vendor_msft_policy_config_microsoft_edge~policy~microsoft_edge_urlallowlist_urlallowlistdesc"

    /// A setting with a list as its child, as the cmdlets of PowerShell write it.
    private static func cmdletSetting(_ identifier: String) -> String {
        """
        {"Id": "0", "SettingInstance": {"SettingDefinitionId": "x", "AdditionalProperties": {"choiceSettingValue":
          {"children": [{"settingDefinitionId": "\(identifier)", "simpleSettingCollectionValue": [{"value": "*"}]}]}}}}
        """
    }

    /// A setting that is a list, as the cmdlets of PowerShell write it.
    private static func cmdletList(_ identifier: String) -> String {
        """
        {"Id": "0", "SettingInstance": {"SettingDefinitionId": "\(identifier)", "AdditionalProperties":
          {"simpleSettingCollectionValue": [{"value": "*"}]}}}
        """
    }

    @Test(
        "The lists of one app belong together, whatever the other configurations of the file are",
        arguments: [
            #"{"policies": [{"name": "URLBlocklist", "value": ["*"]}, {"name": "URLAllowlist", "value": ["a.example"]}]}"#,
            #"{"value": [{"displayName": "Outlook", "settings": [{"appConfigKey": "x", "appConfigKeyValue": "y"}]}, {"displayName": "Chrome", "settings": [{"appConfigKey": "URLBlocklist", "appConfigKeyValue": "[\"*\"]"}, {"appConfigKey": "URLAllowlist", "appConfigKeyValue": "[\"a.example\"]"}]}]}"#,
            #"{"settings": [\#(catalogSetting("user_vendor_msft_policy_config_microsoft_edge~policy~microsoft_edge_urlblocklist_urlblocklistdesc")), \#(catalogSetting("device_vendor_msft_policy_config_microsoft_edgev77.3~policy~microsoft_edge_urlallowlist_urlallowlistdesc"))]}"#,
            #"{"settings": [\#(catalogSetting("com.microsoft.edge.mamedgeappconfigsettings.urlblocklist")), \#(catalogSetting("com.microsoft.edge.mamedgeappconfigsettings.urlallowlist"))]}"#,
            #"{"Settings": [\#(cmdletSetting(edgeBlocklist)), \#(cmdletSetting(edgeAllowlist))]}"#,
            #"{"Settings": [\#(cmdletList(edgeBlocklist)), \#(cmdletList(edgeAllowlist))]}"#,
            #"{"\#(edgeBlocklist)": ["*"], "\#(edgeAllowlist)": ["a.example"]}"#,
            #"{"log": [{"x": "y"}, {"URLBlocklist": ["*"], "URLAllowlist": ["a.example"]}]}"#,
        ] as [String]
    )
    func oneApp(text: String) {
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.carried == 2 && result.findings.isEmpty, "\(summary(result))")
    }
}
