import Diagnostics
import PolicyModel
import Testing

@testable import PolicyAnalysis

@Suite("A request") struct ScenarioRequestTests {
    private static let dana = AccountID("Dana@contoso.com")

    @Test(
        "is said as scenario files write it, and in words",
        arguments: [
            (
                .navigate(view: nil, url: "https://a/\u{7}", frame: .sub, answer: ExternalURLAnswer.none),
                #"{"navigate":{"url":"https://a/\u0007","frame":"sub","answer":"none"}}"#,
                "navigate to https://a/\u{7} in a sub-frame, answered none"
            ),
            (
                .open(url: "a:b", knownManagedApp: true), #"{"open":{"url":"a:b","knownManagedApp":true}}"#,
                "open a:b of a known managed app"
            ),
            (
                .canOpen(url: "a:b", knownManagedApp: false), #"{"canOpen":{"url":"a:b","knownManagedApp":false}}"#,
                "canOpen a:b"
            ),
            (.universalLink(url: "a:b"), #"{"universalLink":{"url":"a:b"}}"#, "universal link a:b"),
            (
                .copy(from: .account(dana), ClipboardItem(.image)),
                #"{"copy":{"from":"account:dana@contoso.com","type":"image"}}"#,
                "copy image from account:dana@contoso.com"
            ),
            (
                .paste(from: .pasteboard, into: .app("com.a"), nil),
                #"{"paste":{"from":"pasteboard","into":"app:com.a"}}"#,
                "paste from pasteboard into app:com.a"
            ),
            (
                .paste(from: .view("E"), into: .native, ClipboardItem(characters: 40)),
                #"{"paste":{"from":"E","into":"native","characters":40,"type":"text"}}"#,
                "paste 40 characters from E into native"
            ),
            (
                .upload(from: .native, into: .view("E")), #"{"upload":{"from":"native","into":"E"}}"#,
                "upload from native into E"
            ),
            (
                .save(owner: .account(dana), to: .box, account: .noUser),
                #"{"save":{"owner":"dana@contoso.com","to":"box","account":"none"}}"#,
                "save data of dana@contoso.com to box of none"
            ),
            (
                .openFrom(receiver: nil, from: .camera, account: nil), #"{"openFrom":{"from":"camera"}}"#,
                "open from camera"
            ),
            (
                .send(from: nil, to: "com.a", via: .openIn), #"{"send":{"to":"com.a","via":"openIn"}}"#,
                "send to com.a, openIn"
            ),
            (
                .receive(into: dana, from: "com.a"), #"{"receive":{"into":"dana@contoso.com","from":"com.a"}}"#,
                "receive into dana@contoso.com from com.a"
            ),
            (.setting(.print, of: nil), #"{"setting":{"name":"print"}}"#, "setting print"),
            (.signIn(dana), #"{"signIn":{"account":"dana@contoso.com"}}"#, "sign in dana@contoso.com"),
            (.signOut(dana), #"{"signOut":{"account":"dana@contoso.com"}}"#, "sign out dana@contoso.com"),
            (
                .switchIdentity(to: [.noUser], level: .ui, window: "w"),
                #"{"switchIdentity":{"to":"none","level":"ui","window":"w"}}"#, "switch ui identity of window w to none"
            ),
        ] as [(ScenarioRequest, String, String)]
    )
    func forms(request: ScenarioRequest, json: String, words: String) {
        #expect(request.json() == json)
        #expect(request.words == words)
    }
}
