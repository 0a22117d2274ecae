/// One question about opening, in plain words and texts, as input to the table ``OpeningQuestion/expected``.
struct OpeningQuestion {
    /// The acting account.
    enum Identity: CaseIterable {
        case managed, unmanaged, unknown, lockDown
    }

    /// Another app.
    struct App {
        var id: String
        var isManaged: Bool
        var organization: String?
        var schemes: [String]
        var isInstalled: Bool

        /// All managed accounts belong to contoso, so an app without an organization belongs to it, too.
        var isContosos: Bool { organization == nil || organization == "contoso" }
    }

    /// A URL, with the properties that a person can see in it.
    struct URL {
        var text: String
        /// In lower case; nil if the text is not a URL.
        var scheme: String?
        /// The canonical URL after the scheme.
        var rest = ""
        var isAmbiguous = false
        /// What the mail app receives.
        var compose = ""
    }

    // The policy of the managed account, whose organization is contoso.
    var outbound = "allApps"
    /// The values of the entries.
    var exempted: [String] = []
    var isBrowserRequired = false
    var customBrowser: String?
    var dialer = "allApps"
    var dialerProtocol: String?
    var messaging = "anyApp"
    var messagingScheme: String?

    // The app and the device.
    var queriedSchemes: [String] = []
    var linkedOn = 26
    var apps: [App]?
    var hostMissesBrowser = false

    // The request.
    var identity = Identity.managed
    var url = URL(text: "", scheme: nil)
    var isKnown = false

    static let urls: [URL] = [
        URL(text: "", scheme: nil),
        URL(text: "no url", scheme: nil),
        URL(text: #"https://a.example\@b.example/"#, scheme: "https", isAmbiguous: true),
        URL(text: "http://a.example/x?y#z", scheme: "http", rest: "://a.example/x?y#z"),
        URL(text: "HTTPS://A.example", scheme: "https", rest: "://a.example/"),
        URL(text: "ws://a.example/", scheme: "ws", rest: "://a.example/"),
        URL(text: "ftp://a.example/", scheme: "ftp", rest: "://a.example/"),
        URL(text: "file:///x", scheme: "file", rest: ":///x"),
        URL(text: "data:,x", scheme: "data", rest: ":,x"),
        URL(text: "tel:+4930", scheme: "tel", rest: ":+4930"),
        URL(text: "TELPROMPT:+4930", scheme: "telprompt", rest: ":+4930"),
        URL(text: "sms:+4930?body=a%20b", scheme: "sms", rest: ":+4930?body=a%20b"),
        URL(text: "imessage:dana@contoso.example", scheme: "imessage", rest: ":dana@contoso.example"),
        URL(text: "ms-sms:+4930", scheme: "ms-sms", rest: ":+4930"),
        URL(
            text: "mailto:dana@contoso.example?subject=a%20b",
            scheme: "mailto",
            compose: "ms-outlook://compose?to=dana@contoso.example&subject=a%20b"
        ),
        URL(text: "foo:bar", scheme: "foo", rest: ":bar"),
        URL(text: "FOO://bar", scheme: "foo", rest: "://bar"),
        URL(text: "foo-intunemam://bar", scheme: "foo-intunemam", rest: "://bar"),
        URL(text: "bar:x", scheme: "bar", rest: ":x"),
        URL(text: "tel-intunemam:x", scheme: "tel-intunemam", rest: ":x"),
        URL(text: "telprompt-intunemam://tel%3A1", scheme: "telprompt-intunemam", rest: "://tel%3A1"),
        URL(text: "SMS-intunemam:x", scheme: "sms-intunemam", rest: ":x"),
        URL(text: "imessage-intunemam:x", scheme: "imessage-intunemam", rest: ":x"),
        URL(text: "ms-sms-intunemam:x", scheme: "ms-sms-intunemam", rest: ":x"),
        URL(text: "-intunemam:x", scheme: nil),
    ]
}

/// The result according to the table.
struct OpeningAnswer: Equatable, CustomStringConvertible {
    var verdict: String
    var destination: String?
    var route: String?
    var reasons: [String]

    var description: String {
        "\(verdict) \(destination ?? "-") \(route ?? "-") [\(reasons.joined(separator: " "))]"
    }
}
