import Testing

@testable import PolicyModel

@Suite("Forms of a question") struct QuestionFormTests {
    private static let dana = AccountID("Dana@contoso.com")

    private static let device: DeviceFacts = {
        var device = DeviceFacts()
        device.osVersion = .reading("17.10")
        device.model = .known(DeviceModel("iPad1,1"))
        device.threats = .known(DeviceThreats(["Defender": .low, "a": .medium, "b": .high]))
        device.hasPasscode = .inapplicable
        return device
    }()

    private static let access: AccessState = {
        var access = AccessState()
        access.lastCheckIn = .unreadable
        access.pinFailures = .known(3)
        access.state(.lastPIN, as: .missing)
        return access
    }()

    @Test(
        "A question is written as in scenario files, and in words",
        arguments: [
            (
                .navigate(to: "https://a/\u{7}", frame: .sub, answer: ExternalURLAnswer.noAnswer),
                #"{"navigate":{"url":"https://a/\u0007","frame":"sub","answer":"none"}}"#,
                "navigate to https://a/\u{7} in a sub-frame, answered none"
            ),
            (
                .open("a:b", isKnownManagedAppScheme: true), #"{"open":{"url":"a:b","knownManagedApp":true}}"#,
                "open a:b of a known managed app"
            ),
            (
                .canOpen("a:b"), #"{"canOpen":{"url":"a:b","knownManagedApp":false}}"#,
                "canOpen a:b"
            ),
            (.universalLink("a:b"), #"{"universalLink":{"url":"a:b"}}"#, "universal link a:b"),
            (
                .connection(to: "a.b", port: 443), #"{"connection":{"host":"a.b","port":443,"frame":"top"}}"#,
                "connect to a.b:443"
            ),
            (
                .connection(to: "a.b", port: 8443, in: "E", frame: .resource),
                #"{"connection":{"view":"E","host":"a.b","port":8443,"frame":"resource"}}"#,
                "connect E to a.b:8443 for a resource"
            ),
            (
                .copy(ClipboardItem(.image), from: .account(dana)),
                #"{"copy":{"from":"account:dana@contoso.com","type":"image"}}"#,
                "copy image from account:dana@contoso.com"
            ),
            (
                .pasteCopied(into: .app("com.a")),
                #"{"paste":{"from":"pasteboard","into":"app:com.a"}}"#,
                "paste from pasteboard into app:com.a"
            ),
            (
                .paste(ClipboardItem(characters: 40), from: .view("E"), into: .native()),
                #"{"paste":{"from":"E","into":"native","characters":40,"type":"text"}}"#,
                "paste 40 characters from E into native"
            ),
            (
                .upload(from: .native(), into: "E"), #"{"upload":{"from":"native","into":"E"}}"#,
                "upload from native into E"
            ),
            (
                .save(to: .box, of: .noUser, ownedBy: .account(dana)),
                #"{"save":{"owner":"dana@contoso.com","to":"box","account":"none"}}"#,
                "save data of dana@contoso.com to box of none"
            ),
            (
                .openFrom(.camera), #"{"openFrom":{"from":"camera"}}"#,
                "open from camera"
            ),
            (
                .send(to: "com.a", via: .openIn), #"{"send":{"to":"com.a","via":"openIn"}}"#,
                "send to com.a, openIn"
            ),
            (
                .receive(from: "com.a", into: dana), #"{"receive":{"into":"dana@contoso.com","from":"com.a"}}"#,
                "receive into dana@contoso.com from com.a"
            ),
            (.setting(.print), #"{"setting":{"name":"print"}}"#, "setting print"),
            (
                .launch(of: dana, device: device, at: Instant(secondsSince1970: 0)),
                #"{"launch":{"account":"dana@contoso.com","device":{"osVersion":"17.10","model":"ipad1,1","threats":"#
                    + #"{"defender":"low","thirdParty":"high"},"inapplicable":["hasPasscode"]},"#
                    + #""at":"1970-01-01T00:00:00Z"}}"#,
                "launch of dana@contoso.com at 1970-01-01T00:00:00Z"
            ),
            (
                .unlock(by: [.credentials, .pin], access: access),
                #"{"unlock":{"by":["credentials","pin"],"access":{"lastCheckIn":"","pinFailures":3,"lastPIN":null}}}"#,
                "unlock by credentials, pin"
            ),
            (
                .pin(PINCandidate("8472"), isReused: true), #"{"pin":{"candidate":"‹scrubbed›","reused":true}}"#,
                "take a PIN that was used before"
            ),
            (.signIn(dana), #"{"signIn":{"account":"dana@contoso.com"}}"#, "sign in dana@contoso.com"),
            (.signOut(dana), #"{"signOut":{"account":"dana@contoso.com"}}"#, "sign out dana@contoso.com"),
            (
                .switchIdentity(to: .noUser, window: "w"),
                #"{"switchIdentity":{"to":"none","level":"ui","window":"w"}}"#, "switch ui identity of window w to none"
            ),
        ] as [(Question, String, String)]
    )
    func forms(question: Question, json: String, words: String) {
        #expect(question.form().text == json)
        #expect(question.words == words)
    }
}
