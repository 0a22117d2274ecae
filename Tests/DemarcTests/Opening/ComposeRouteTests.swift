import Demarc
import PolicyModel
import Testing

@Suite("Mail composed in the managed app") struct ComposeRouteTests {
    @Test(
        "The route carries exactly the fields of the mailto URL",
        arguments: [
            // Hostile: line breaks and NUL create no headers, escapes stay single, separators stay escaped.
            (
                "mailto:a@x.example?subject=hi%0D%0ABcc:%20evil@x.example",
                "?to=a@x.example&subject=hiBcc%3A%20evil@x.example"
            ),
            ("mailto:a@x.example?subject=a%26bcc=evil@x.example", "?to=a@x.example&subject=a%26bcc%3Devil@x.example"),
            ("mailto:a@x.example?subject=a%2526b", "?to=a@x.example&subject=a%2526b"),
            ("mailto:a%0d%0a@x.example", "?to=a@x.example"),
            ("mailto:a@x.example%00,b@x.example", "?to=a@x.example,b@x.example"),
            ("mailto:a@x.example%26bcc=evil@x.example", "?to=a@x.example%26bcc%3Devil@x.example"),
            ("mailto:a@x.example&bcc=evil@x.example", "?to=a@x.example%26bcc%3Devil@x.example"),
            ("mailto:?to=%0d%0a", ""),
            ("mailto:?subject=50%&body=%zz%4", "?subject=50%25&body=%25zz%254"),
            ("mailto:?subject=a+b=c?d/e;f", "?subject=a%2Bb%3Dc%3Fd%2Fe%3Bf"),
            ("mailto:?subject=a#&bcc=evil@x.example", "?subject=a"),
            ("mailto:?attach=/etc/passwd&from=x&in-reply-to=y&subject", ""),
            ("mailto:?Subjects=a&subjec=b&%73ubject%00=c", ""),
            ("mailto://a@x.example/?cc=b@x.example", "?cc=b@x.example"),
            ("mailto:", ""),
            ("mailto:?", ""),
            ("mailto:?&&=&=x&to=", ""),
            // Ordinary.
            ("mailto:dana@contoso.example", "?to=dana@contoso.example"),
            ("MAILTO:dana@contoso.example?SUBJECT=x", "?to=dana@contoso.example&subject=x"),
            ("mailto:a@x.example,b@x.example", "?to=a@x.example,b@x.example"),
            ("mailto:a@x.example?to=b@x.example&To=c@x.example", "?to=a@x.example,b@x.example,c@x.example"),
            ("mailto:?to=a@x.example,b@x.example", "?to=a@x.example,b@x.example"),
            ("mailto:%22not%40me%22@x.example", "?to=%22not%40me%22@x.example"),
            ("mailto:?cc=a@x.example&cc=b@x.example&bcc=c@x.example", "?cc=a@x.example,b@x.example&bcc=c@x.example"),
            ("mailto:?subject=first&subject=second&body=x&body=y", "?subject=first&body=x"),
            ("mailto:?body=line%0D%0Anext%09tab%07bell", "?body=line%0D%0Anext%09tabbell"),
            ("mailto:?%73ubject=a&%62%6F%64y=b", "?subject=a&body=b"),
            ("mailto:?body=caf%C3%A9&subject=ä", "?subject=%C3%A4&body=caf%C3%A9"),
            ("mailto:gorby%25kremvax@x.example", "?to=gorby%25kremvax@x.example"),
        ]
    )
    func compose(mailto: String, query: String) throws {
        let engine = try engine(
            "demarc: 1\npolicies: {p: {allowedOutboundDataTransferDestinations: managedApps}}"
        )
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.open(mailto.utf8.span, identity: PolicyDocument.implicitAccount)
        #expect(decision.line == "route managedApp - - [open.mail]")
        #expect(try evaluator.route(of: decision) == "ms-outlook://compose\(query)")
    }
}
