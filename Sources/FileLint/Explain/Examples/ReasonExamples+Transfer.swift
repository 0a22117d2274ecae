import PolicyModel

extension ReasonExample {
    /// Reasons about saving, opening files, sending and receiving.
    static let ofTransfer: [ReasonCode: ReasonExample] = [
        .savePlaceInbound: ReasonExample(
            policy: """
                policies: {work: {allowedInboundDataTransferSources: managedApps}}
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "save: {owner: none, to: oneDriveForBusiness, account: dana@contoso.com}",
            then: "block"
        ),
        .saveOutboundNone: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: none}}",
            when: "save: {to: box}",
            then: "block"
        ),
        .saveOutboundAllApps: ReasonExample(
            when: "save: {to: box}",
            then: "allow"
        ),
        .saveAllowed: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}",
            when: "save: {to: box}",
            then: "allow"
        ),
        .saveRestricted: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps, saveAsBlocked: true}}
                """,
            when: "save: {to: other}",
            then: "block"
        ),
        .saveAccountDocument: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps, saveAsBlocked: true}}
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "save: {to: accountDocument, account: dana@contoso.com}",
            then: "allow"
        ),
        .saveLocationUnlisted: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps, saveAsBlocked: true}}
                """,
            when: "save: {to: other}",
            then: "block"
        ),
        .savePhotoLibrary: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    saveAsBlocked: true
                    allowedDataStorageLocations: [photoLibrary]
                """,
            when: "save: {to: photoLibrary}",
            then: "allow"
        ),
        .savePhotoLibraryAccount: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    saveAsBlocked: true
                    allowedDataStorageLocations: [photoLibrary]
                accounts: [{account: dana@contoso.com, policy: work}, {account: dana@home.example}]
                """,
            when: "save: {to: photoLibrary, account: dana@home.example}",
            then: "block"
        ),
        .saveLocationListed: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    saveAsBlocked: true
                    allowedDataStorageLocations: [box]
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "save: {to: box, account: dana@contoso.com}",
            then: "allow"
        ),
        .saveLocationAccount: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    saveAsBlocked: true
                    allowedDataStorageLocations: [box]
                """,
            when: "save: {to: box}",
            then: "block"
        ),
        .openFromPlaceOutbound: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                accounts: [{account: dana@contoso.com, policy: work}, {account: dana@home.example}]
                """,
            when: """
                openFrom: {receiver: dana@home.example, from: oneDriveForBusiness, account: dana@contoso.com}
                """,
            then: "block"
        ),
        .openFromInboundNone: ReasonExample(
            policy: "policies: {work: {allowedInboundDataTransferSources: none}}",
            when: "openFrom: {from: accountDocument}",
            then: "block"
        ),
        .openFromInboundAllApps: ReasonExample(
            when: "openFrom: {from: other}",
            then: "allow"
        ),
        .openFromAllowed: ReasonExample(
            policy: "policies: {work: {allowedInboundDataTransferSources: managedApps}}",
            when: "openFrom: {from: box}",
            then: "allow"
        ),
        .openFromRestricted: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedInboundDataTransferSources: managedApps
                    blockDataIngestionIntoOrganizationDocuments: true
                """,
            when: "openFrom: {from: other}",
            then: "block"
        ),
        .openFromOrganization: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedInboundDataTransferSources: managedApps
                    blockDataIngestionIntoOrganizationDocuments: true
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "openFrom: {from: localStorage, account: dana@contoso.com}",
            then: "allow"
        ),
        .openFromLocationListed: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedInboundDataTransferSources: managedApps
                    blockDataIngestionIntoOrganizationDocuments: true
                    allowedDataIngestionLocations: [box]
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "openFrom: {from: box, account: dana@contoso.com}",
            then: "allow"
        ),
        .openFromLocationUnlisted: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedInboundDataTransferSources: managedApps
                    blockDataIngestionIntoOrganizationDocuments: true
                """,
            when: "openFrom: {from: other}",
            then: "block"
        ),
        .openFromLocationAccount: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedInboundDataTransferSources: managedApps
                    blockDataIngestionIntoOrganizationDocuments: true
                    allowedDataIngestionLocations: [box]
                """,
            when: "openFrom: {from: box}",
            then: "block"
        ),
        .sendOutboundAllApps: ReasonExample(
            when: "send: {to: com.example.notes}",
            then: "allow"
        ),
        .sendOutboundNone: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: none}}",
            when: "send: {to: com.example.notes}",
            then: "block"
        ),
        .sendOutboundSameOrganization: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                apps: [{id: com.microsoft.Office.Word, managed: true}]
                """,
            when: "send: {to: com.microsoft.Office.Word}",
            then: "allow"
        ),
        .sendOutboundManagedApps: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}",
            when: "send: {to: com.example.notes}",
            then: "block"
        ),
        .sendOpenInUnprotected: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    disableProtectionOfManagedOutboundOpenInData: true
                apps: [{id: com.contoso.deployed, mdmManaged: true}]
                """,
            given: "{mdmEnrolled: true}",
            when: "send: {to: com.contoso.deployed, via: openIn}",
            then: "allow"
        ),
        .sendOpenInFiltered: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    filterOpenInToOnlyManagedApps: true
                """,
            when: "send: {to: com.example.notes, via: openIn}",
            then: "block"
        ),
        .sendOpenInEncrypted: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}",
            when: "send: {to: com.example.notes, via: openIn}",
            then: "allowEncrypted"
        ),
        .receiveInboundAllApps: ReasonExample(
            when: "receive: {from: com.example.notes}",
            then: "allow"
        ),
        .receiveInboundProtected: ReasonExample(
            policy: "policies: {work: {protectInboundDataFromUnknownSources: true}}",
            given: "{mdmEnrolled: true}",
            when: "receive: {from: com.example.notes}",
            then: "allowAsOrganizationData"
        ),
        .receiveInboundSameOrganization: ReasonExample(
            policy: """
                policies: {work: {allowedInboundDataTransferSources: managedApps}}
                apps: [{id: com.microsoft.Office.Outlook, managed: true}]
                """,
            when: "receive: {from: com.microsoft.Office.Outlook}",
            then: "allow"
        ),
        .receiveInboundManagedApps: ReasonExample(
            policy: "policies: {work: {allowedInboundDataTransferSources: managedApps}}",
            when: "receive: {from: com.example.notes}",
            then: "block"
        ),
        .receiveInboundNone: ReasonExample(
            policy: "policies: {work: {allowedInboundDataTransferSources: none}}",
            when: "receive: {from: com.contoso.scanner}",
            then: "block"
        ),
        .receiveSenderAllApps: ReasonExample(
            policy: """
                policies: {work: {}}
                accounts: []
                apps: [{id: com.fabrikam.news, managed: true, policy: work}]
                """,
            when: "receive: {from: com.fabrikam.news}",
            then: "allow"
        ),
        .receiveSenderOutbound: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                accounts: []
                apps: [{id: com.fabrikam.files, managed: true, policy: work}]
                """,
            when: "receive: {from: com.fabrikam.files}",
            then: "block"
        ),
        .receiveSenderUnnamed: ReasonExample(
            policy: """
                accounts: []
                apps: [{id: com.microsoft.Office.Outlook, managed: true}]
                """,
            when: "receive: {from: com.microsoft.Office.Outlook}",
            then: "block"
        ),
        .receiveOwnerOrganization: ReasonExample(
            policy: """
                policies: {work: {allowedInboundDataTransferSources: managedApps}}
                apps: [{id: com.contoso.mail, managed: true}]
                """,
            when: "receive: {from: com.contoso.mail, owner: none}",
            then: "block"
        ),
        .receiveOwnerOutbound: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                accounts: [{account: dana@contoso.com, policy: work}, {account: dana@home.example}]
                """,
            when: "receive: {into: dana@home.example, from: com.example.notes, owner: dana@contoso.com}",
            then: "block"
        ),
        .receiveSwitchAccount: ReasonExample(
            policy: """
                app: {multiIdentity: true}
                policies: {work: {allowedInboundDataTransferSources: managedApps}}
                accounts: [{account: dana@contoso.com, policy: work}, {account: dana@home.example}]
                """,
            when: "receive: {from: com.example.notes}",
            then: "switchAccount"
        ),
    ]
}
