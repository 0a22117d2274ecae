import PolicyModel

extension ReasonExample {
    /// Reasons about single settings and app configuration.
    static let ofSettings: [ReasonCode: ReasonExample] = [
        .settingPrintAllowed: ReasonExample(
            when: "setting: {name: print}",
            then: "allow"
        ),
        .settingPrintBlocked: ReasonExample(
            policy: "policies: {work: {printBlocked: true}}",
            when: "setting: print",
            then: "block"
        ),
        .settingContactSyncAllowed: ReasonExample(
            when: "setting: {name: contactSync}",
            then: "allow"
        ),
        .settingContactSyncBlocked: ReasonExample(
            policy: "policies: {work: {contactSyncBlocked: true}}",
            when: "setting: {name: contactSync}",
            then: "block"
        ),
        .settingWidgetSyncAllowed: ReasonExample(
            when: "setting: {name: widgetSync}",
            then: "allow"
        ),
        .settingWidgetSyncBlocked: ReasonExample(
            policy: "policies: {work: {allowWidgetContentSync: false}}",
            when: "setting: {name: widgetSync}",
            then: "block"
        ),
        .settingBackupAllowed: ReasonExample(
            when: "setting: {name: backup}",
            then: "allow"
        ),
        .settingBackupBlocked: ReasonExample(
            policy: "policies: {work: {dataBackupBlocked: true}}",
            when: "setting: {name: backup}",
            then: "block"
        ),
        .settingKeyboardsAllowed: ReasonExample(
            when: "setting: {name: keyboards}",
            then: "allow"
        ),
        .settingKeyboardsBlocked: ReasonExample(
            policy: "policies: {work: {thirdPartyKeyboardsBlocked: true}}",
            when: "setting: {name: keyboards}",
            then: "block"
        ),
        .settingKeyboardsBlockedSignedIn: ReasonExample(
            policy: "policies: {work: {thirdPartyKeyboardsBlocked: true}}",
            given: "{user: none}",
            when: "setting: keyboards",
            then: "block"
        ),
        .settingGenmojiAllowed: ReasonExample(
            when: "setting: {name: genmoji}",
            then: "allow"
        ),
        .settingGenmojiBlocked: ReasonExample(
            policy: "policies: {work: {genmojiConfigurationState: blocked}}",
            when: "setting: {name: genmoji}",
            then: "block"
        ),
        .settingWritingToolsAllowed: ReasonExample(
            when: "setting: {name: writingTools}",
            then: "allow"
        ),
        .settingWritingToolsBlocked: ReasonExample(
            policy: "policies: {work: {writingToolsConfigurationState: blocked}}",
            when: "setting: {name: writingTools}",
            then: "block"
        ),
        .settingSpotlightAllowed: ReasonExample(
            when: "setting: {name: spotlight}",
            then: "allow"
        ),
        .settingSpotlightBlocked: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: none}}",
            when: "setting: {name: spotlight}",
            then: "block"
        ),
        .settingSiriIntentsAllowed: ReasonExample(
            when: "setting: {name: siriIntents}",
            then: "allow"
        ),
        .settingSiriIntentsBlocked: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: none}}",
            when: "setting: {name: siriIntents}",
            then: "block"
        ),
        .settingAppIntentsAllowed: ReasonExample(
            when: "setting: {name: appIntents}",
            then: "allow"
        ),
        .settingAppIntentsBlocked: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: none}}",
            when: "setting: {name: appIntents}",
            then: "block"
        ),
        .settingScreenCaptureAllowed: ReasonExample(
            when: "setting: {name: screenCapture}",
            then: "allow"
        ),
        .settingScreenCaptureAppConfig: ReasonExample(
            policy: """
                app: {appConfig: {com.microsoft.intune.mam.screencapturecontrol: Disabled}}
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                """,
            when: "setting: {name: screenCapture}",
            then: "allow"
        ),
        .settingScreenCaptureBlocked: ReasonExample(
            policy: "policies: {work: {screenCaptureConfigurationState: blocked}}",
            when: "setting: {name: screenCapture}",
            then: "block"
        ),
        .settingScreenCaptureOutbound: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: none}}",
            when: "setting: {name: screenCapture}",
            then: "block"
        ),
        .settingNotificationsAllowed: ReasonExample(
            when: "setting: {name: notifications}",
            then: "allow"
        ),
        .settingNotificationsRestricted: ReasonExample(
            policy: "policies: {work: {notificationRestriction: blockOrganizationalData}}",
            when: "setting: {name: notifications}",
            then: "allow"
        ),
        .settingNotificationsBlocked: ReasonExample(
            policy: "policies: {work: {notificationRestriction: block}}",
            when: "setting: {name: notifications}",
            then: "block"
        ),
        .settingFileEncryptionNotRequired: ReasonExample(
            when: "setting: {name: fileEncryption}",
            then: "allow"
        ),
        .settingFileEncryptionRequired: ReasonExample(
            policy: "policies: {work: {appDataEncryptionType: whenDeviceLocked}}",
            when: "setting: {name: fileEncryption}",
            then: "block"
        ),
        .configValue: ReasonExample(
            policy: "appConfigurations: [{settings: {theme: dark}}]",
            when: "config: theme",
            then: "value"
        ),
        .configDefault: ReasonExample(
            policy: "appConfigurations: [{default: true, settings: {theme: dark}}]",
            when: "config: theme",
            then: "value"
        ),
        .configAbsent: ReasonExample(
            when: "config: theme",
            then: "absent"
        ),
        .configInvalid: ReasonExample(
            policy: """
                policies: {work: {}}
                accounts: [{account: dana@contoso.com, policy: work}]
                mdmUser: dana@contoso.com
                appConfigurations: [{channel: mdm, settings: {device: true}}]
                """,
            when: "config: {key: device}",
            then: "invalid"
        ),
        .configToken: ReasonExample(
            policy: """
                policies: {work: {}}
                accounts: [{account: dana@contoso.com, policy: work}]
                mdmUser: dana@contoso.com
                appConfigurations: [{channel: mdm, settings: {name: '{{userprincipalname}}'}}]
                """,
            when: "config: name",
            then: "invalid"
        ),
        .configConflict: ReasonExample(
            policy: "appConfigurations: [{settings: {theme: dark}}, {settings: {theme: light}}]",
            when: "config: theme",
            then: "value"
        ),
    ]
}
