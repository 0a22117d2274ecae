import Demarc
import PolicyModel
import RequestReading
import TestSupport
import Testing

@Suite("Request targets") struct TargetTests {
    @Test(
        "Anything but a single path is a fault",
        arguments: [
            ("", "request.targetInvalid"), ("x", "request.targetInvalid"), ("?x", "request.targetInvalid"),
            ("good.test/x", "request.targetInvalid"), ("https:/good.test/", "request.targetInvalid"),
            ("https:good.test", "request.targetInvalid"), ("https:\\\\good.test\\", "request.targetInvalid"),
            ("://good.test/", "request.targetInvalid"), ("**", "request.targetInvalid"),
            ("\\/good.test/", "request.targetInvalid"), (" /", "request.targetInvalid"),
            ("*", "request.targetAsterisk"),
            ("/#", "request.targetFragment"), ("/a#b", "request.targetFragment"), ("/?a#b", "request.targetFragment"),
            ("https://good.test#", "request.targetFragment"), ("https://good.test/#a", "request.targetFragment"),
            ("/a b", "request.targetByte"), ("/a\tb", "request.targetByte"), ("/a\nb", "request.targetByte"),
            ("/a\r\nHost: evil.test", "request.targetByte"), ("/a\u{7f}", "request.targetByte"),
            ("/\0", "request.targetByte"), ("/é", "request.targetByte"), ("/?é", "request.targetByte"),
            ("/%00", "request.targetByte"), ("/a%00b", "request.targetByte"), ("/?a=%00", "request.targetByte"),
            ("/a\\b", "request.targetByte"), ("/\\evil.test/", "request.targetByte"),
            ("ftp://good.test/", "request.schemeInvalid"), ("file:///etc/passwd", "request.schemeInvalid"),
            ("javascript://good.test/", "request.schemeInvalid"), ("httpss://good.test/", "request.schemeInvalid"),
            ("http://good.test/", "request.schemesDiffer"), ("ws://good.test/", "request.schemesDiffer"),
            ("https:///", "request.authorityInvalid"), ("https://?x", "request.authorityInvalid"),
            ("https://good@evil.test/", "request.authorityInvalid"),
            ("https://good.test\\@evil.test/", "request.authorityInvalid"),
            ("https://evil.test/", "request.authoritiesDiffer"), ("https://good.test:80/", "request.authoritiesDiffer"),
            ("/" + String(repeating: "a", count: 1 << 16), "request.targetTooLong"),
            ("https://good.test/" + String(repeating: "a", count: 1 << 16), "request.targetTooLong"),
        ]
    )
    func faults(target: String, fault: String) throws {
        var world = try RequestWorld()
        #expect(world.line(ObservedRequest(target, hosts: ["good.test"])) == fault)
    }

    @Test("No target has a byte that a server could take for the end of the path", arguments: [0...0x20, 0x7F...0xFF])
    func bytes(range: ClosedRange<UInt8>) throws {
        var world = try RequestWorld()
        for byte in range {
            for target in ["/".utf8 + [byte], "/a?".utf8 + [byte] + "b".utf8] {
                var request = ObservedRequest(method: Array("GET".utf8), target: Array(target))
                request.add(authority: Array("good.test".utf8), from: .host)
                #expect(world.decide(request).fault == .targetByte, "byte \(byte)")
            }
        }
    }

    @Test(
        "Paths are read like the URL Standard",
        arguments: [
            ("/", "https://good.test/"), ("/x?y", "https://good.test/x?y"), ("/x/../y", "https://good.test/y"),
            ("/?\\", "https://good.test/?\\"), ("https://good.test", "https://good.test/"),
            ("https://GOOD.test:443/x", "https://good.test/x"), ("HTTPS://good.test?x", "https://good.test/?x"),
            ("/https://evil.test/", "https://good.test/https://evil.test/"),
            ("//evil.test/x", "https://good.test//evil.test/x"),
            ("/@evil.test", "https://good.test/@evil.test"), ("/:8443/", "https://good.test/:8443/"),
        ]
    )
    func paths(target: String, url: String) throws {
        var world = try RequestWorld()
        let decision = world.decide(ObservedRequest(target, hosts: ["good.test"]))
        #expect(decision.url == url)
        #expect(decision.line == "allow internal good")
    }

    @Test(
        "Methods are tokens, and CONNECT has one spelling",
        arguments: ["", " ", "GET ", "G T", "GET\n", "GET/", "GÉT", "connect", "Connect", "CONNECt", "G@T", "{}"]
    )
    func methods(method: String) throws {
        var world = try RequestWorld()
        #expect(world.line(ObservedRequest(method, "/", hosts: ["good.test"])) == "request.methodInvalid")
        #expect(world.line(ObservedRequest("PROPFIND", "/", hosts: ["good.test"])) == "allow internal good")
    }

    @Test("The adapter's fault comes first")
    func noted() throws {
        var world = try RequestWorld()
        for fault in RequestFault.allCases {
            let request = ObservedRequest("/", hosts: ["good.test"]).with {
                $0.note(fault)
                $0.note(.overloaded)
            }
            let decision = world.decide(request)
            #expect(decision == RequestDecision(blockedBy: fault))
            #expect(decision.codes == [fault.rawValue])
        }
    }
}
