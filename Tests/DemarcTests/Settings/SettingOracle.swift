/// The answers of single settings, written from the table of the documentation and without code shared with the engine:
/// `verdict value [reasons]`, with `-` if there is no value.
enum SettingOracle {
    /// The answer for an account under a policy.
    static func managed(_ setting: String, _ facts: SettingFacts, appConfig: [String: String]) -> String {
        let isOpen = facts.outbound == "allApps"
        switch setting {
        case "print": return plain(setting, facts.bansPrinting)
        case "contactSync": return plain(setting, facts.bansContacts)
        case "widgetSync": return plain(setting, facts.bansWidgets)
        case "backup": return plain(setting, facts.bansBackup)
        case "keyboards": return plain(setting, facts.bansKeyboards)
        case "genmoji": return plain(setting, facts.bansGenmoji)
        case "writingTools": return plain(setting, facts.bansWritingTools)
        case "spotlight", "siriIntents", "appIntents": return plain(setting, !isOpen)
        case "screenCapture":
            if facts.bansScreenCapture { return "block - [setting.screenCapture.blocked]" }
            if isOpen { return "allow - [setting.screenCapture.allowed]" }
            return appConfig["com.microsoft.intune.mam.screencapturecontrol"] == "Disabled"
                ? "allow - [setting.screenCapture.appConfig]" : "block - [setting.screenCapture.outbound]"
        case "notifications":
            return [
                "allow": "allow allow [setting.notifications.allowed]",
                "blockOrganizationalData": "allow blockOrganizationalData [setting.notifications.restricted]",
                "block": "block block [setting.notifications.blocked]",
            ][facts.notifications] ?? "no answer"
        case "fileEncryption":
            return facts.encryption == "useDeviceSettings"
                ? "allow notRequired [setting.fileEncryption.notRequired]"
                : "block required [setting.fileEncryption.required]"
        default: return "no answer"
        }
    }

    private static func plain(_ setting: String, _ isBanned: Bool) -> String {
        isBanned ? "block - [setting.\(setting).blocked]" : "allow - [setting.\(setting).allowed]"
    }

    /// The answer for no account, and for an unmanaged account, while others are signed in: nothing is enforced, except
    /// that a keyboard that is blocked for one of them is blocked for everybody.
    static func unmanaged(_ setting: String, signedIn: [SettingFacts]) -> String {
        if setting == "keyboards", signedIn.contains(where: \.bansKeyboards) {
            return "block - [setting.keyboards.blocked.signedIn]"
        }
        let values = ["notifications": "allow", "fileEncryption": "notRequired"]
        return "allow \(values[setting] ?? "-") [identity.unmanaged]"
    }

    /// The answer if the acting account is unknown.
    static func unknown(_ setting: String) -> String {
        let values = ["notifications": "block", "fileEncryption": "required"]
        return "block \(values[setting] ?? "-") [identity.unknown]"
    }

    /// The answer if several accounts act at once.
    static func lockDown(_ setting: String) -> String {
        let answer =
            [
                "notifications": "block block [identity.lockDown setting.notifications.blocked]",
                "fileEncryption": "block required [identity.lockDown setting.fileEncryption.required]",
            ][setting]
        return answer ?? "block - [identity.lockDown setting.\(setting).blocked]"
    }
}
