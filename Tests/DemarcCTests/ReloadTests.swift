import CDemarc
import Demarc
import DemarcC
import Foundation
import TestSupport
import Testing

/// Policies that change while an engine is open.
@Suite("Reloads through C")
struct ReloadTests {
    private static func policy(_ urlClass: String, revision: Int) -> String {
        """
        demarc: 1
        revision: \(revision)
        accounts: [{account: dana, policy: p, organization: contoso}]
        policies: {p: {}}
        ruleSets:
          r:
            default: external
            rules: [{id: rule-\(revision), class: \(urlClass), domain: contoso.com}]
        views: [{id: E, policy: currentIdentity, isExternalURL: r}]
        """
    }

    private static func info(_ engine: OpaquePointer?) -> demarc_info {
        var info = demarc_info()
        info.size = UInt32(MemoryLayout<demarc_info>.size)
        #expect(demarc_engine_info(engine, &info, nil) == DEMARC_OK)
        return info
    }

    @Test("A changed file is put in force; a damaged file is reported once, and the last good policy stays")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("policy.demarc")
        func write(_ bytes: [UInt8]) throws {
            let next = try folder.write(bytes, to: "next")
            // A file replaces another in one step, like `demarc compile`.
            #expect(rename(next, path) == 0)
        }
        let good = try CWorld.compiled(Self.policy("blocked", revision: 1))
        try write(good)
        var engine: OpaquePointer?
        let bytes = Array(path.utf8)
        #expect(demarc_engine_open(bytes, bytes.count, nil, &engine, nil) == DEMARC_OK)
        defer { demarc_engine_free(engine) }
        func reload(_ expected: Int, changes: UInt32, word: String = "", _ what: Comment) {
            var changed: UInt32 = 7
            var error = demarc_error.sized
            #expect(Int(demarc_engine_reload_if_changed(engine, &changed, &error)) == expected, what)
            #expect(changed == changes && error.word == word, what)
        }
        reload(DEMARC_OK, changes: 0, "nothing has changed")
        try write(good)
        reload(DEMARC_OK, changes: 0, "a copy of the policy in force")
        #expect(utimes(path, nil) == 0)
        reload(DEMARC_OK, changes: 0, "a touched file")
        #expect(Self.info(engine).reloads == 0)
        try write(CWorld.compiled(Self.policy("internal", revision: 2)))
        reload(DEMARC_OK, changes: 1, "another policy")
        #expect(Self.info(engine).revision == 2 && Self.info(engine).reloads == 1 && Self.info(engine).rules == 1)
        var damaged = good
        damaged[damaged.count - 1] ^= 1
        try write(damaged)
        reload(DEMARC_POLICY, changes: 0, word: "damaged-file", "a damaged file")
        reload(DEMARC_OK, changes: 0, "the same damaged file")
        try FileManager.default.removeItem(atPath: path)
        reload(DEMARC_POLICY, changes: 0, word: "file-not-found", "no file")
        reload(DEMARC_OK, changes: 0, "still no file")
        #expect(Self.info(engine).revision == 2)
        try write(CWorld.compiled(Self.policy("external", revision: 3)))
        reload(DEMARC_OK, changes: 1, "a file again")
        #expect(Self.info(engine).revision == 3)
    }

    @Test("A policy in memory is put in force, and rules of the old policy are stale")
    func memory() throws {
        let world = try CWorld(yaml: Self.policy("blocked", revision: 1))
        let view = try world.view("E")
        let before = world.navigate("https://contoso.com/", in: view, as: "dana")
        #expect(before.url_class == DEMARC_BLOCKED && before.rule != 0)
        let next = try CWorld.compiled(Self.policy("internal", revision: 2))
        #expect(demarc_engine_reload_memory(world.engine, Array(next.dropLast()), next.count - 1, nil) == DEMARC_POLICY)
        #expect(world.navigate("https://contoso.com/", in: view, as: "dana").url_class == DEMARC_BLOCKED)
        #expect(demarc_engine_reload_memory(world.engine, next, next.count, nil) == DEMARC_OK)
        let after = world.navigate("https://contoso.com/", in: view, as: "dana")
        #expect(after.url_class == DEMARC_INTERNAL)
        #expect(demarc_rule(world.evaluator, before.rule, 0, nil, 0, nil) == DEMARC_STALE)
        #expect(CWorld.text { demarc_rule(world.evaluator, after.rule, 0, $0, $1, nil) } == "rule-2")
    }

    @Test("The bytes in force are not another policy: nothing is counted, and rules keep their numbers")
    func sameBytes() throws {
        let world = try CWorld(yaml: Self.policy("blocked", revision: 1))
        let rule = world.navigate("https://contoso.com/", in: try world.view("E"), as: "dana").rule
        #expect(rule != 0)
        let bytes = world.compiled
        #expect(demarc_engine_reload_memory(world.engine, bytes, bytes.count, nil) == DEMARC_OK)
        #expect(Self.info(world.engine).reloads == 0)
        // An evaluator that has decided nothing knows only the policy in force.
        let new = try #require(CWorld.evaluator(world.engine))
        defer { demarc_evaluator_free(new) }
        #expect(CWorld.text { demarc_rule(new, rule, 0, $0, $1, nil) } == "rule-1")
        let next = try CWorld.compiled(Self.policy("internal", revision: 2))
        #expect(demarc_engine_reload_memory(world.engine, next, next.count, nil) == DEMARC_OK)
        #expect(Self.info(world.engine).reloads == 1)
    }

    @Test("The number of a rule means the same to every evaluator of an engine, and nothing under another policy")
    func rulesOfOtherEvaluators() throws {
        let world = try CWorld(yaml: Self.policy("blocked", revision: 1))
        let view = try world.view("E")
        let lagging = try #require(CWorld.evaluator(world.engine))
        let new = try #require(CWorld.evaluator(world.engine))
        defer {
            demarc_evaluator_free(lagging)
            demarc_evaluator_free(new)
        }
        let url = Array("https://contoso.com/".utf8)
        func rule(from evaluator: OpaquePointer) -> UInt64 {
            var answer = demarc_answer.sized
            withOptions(user: "dana") { options in
                #expect(demarc_navigate(evaluator, view, url, url.count, options, &answer, nil) == DEMARC_OK)
            }
            #expect(answer.rule != 0)
            return answer.rule
        }
        func status(of rule: UInt64, in evaluator: OpaquePointer) -> Int {
            demarc_rule(evaluator, rule, 0, nil, 0, nil)
        }
        func id(of rule: UInt64, in evaluator: OpaquePointer) -> String? {
            CWorld.text { demarc_rule(evaluator, rule, 0, $0, $1, nil) }
        }
        let first = rule(from: world.evaluator)
        // An evaluator that has decided nothing yet knows the rules too.
        #expect(id(of: first, in: lagging) == "rule-1")
        #expect(rule(from: lagging) == first)

        let next = try CWorld.compiled(Self.policy("internal", revision: 2))
        #expect(demarc_engine_reload_memory(world.engine, next, next.count, nil) == DEMARC_OK)
        #expect(id(of: first, in: lagging) == "rule-1", "its last decision was made under that policy")
        // This evaluator never numbered a rule of the first policy, and so must not count from the beginning.
        let second = rule(from: new)
        #expect(second != first)
        #expect(status(of: first, in: new) == DEMARC_STALE)
        #expect(id(of: second, in: world.evaluator) == "rule-2" && id(of: second, in: lagging) == "rule-2")
        #expect(rule(from: lagging) == second && rule(from: world.evaluator) == second)
        for evaluator in [world.evaluator, lagging, new] {
            #expect(status(of: first, in: evaluator) == DEMARC_STALE)
            #expect(demarc_evaluator_rest(evaluator, nil) == DEMARC_OK)
            #expect(id(of: second, in: evaluator) == "rule-2", "the policy is still in force")
        }
    }

    @Test("The digest is that of the file's bytes")
    func digest() throws {
        let world = try CWorld()
        let digest = withUnsafeBytes(of: Self.info(world.engine).digest) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        #expect(try digest == CWorld.policy(nil).digest())
    }

    @Test("The named accounts are signed in, and an unknown account is refused")
    func signedIn() throws {
        let compiled = try CWorld.compiled()
        func open(_ account: String) -> (status: Int32, engine: OpaquePointer?) {
            var engine: OpaquePointer?
            let bytes = Array(account.utf8)
            let status = bytes.withUnsafeBufferPointer { buffer in
                withUnsafePointer(to: demarc_text(bytes: buffer.baseAddress, count: buffer.count)) { text in
                    var options = demarc_open_options()
                    options.size = UInt32(MemoryLayout<demarc_open_options>.size)
                    options.signed_in = text
                    options.signed_in_count = 1
                    return demarc_engine_open_memory(compiled, compiled.count, &options, &engine, nil)
                }
            }
            return (status, engine)
        }
        #expect(open("nobody@contoso.com").status == DEMARC_UNKNOWN)
        let (status, engine) = open("dana@home.example")
        #expect(status == DEMARC_OK)
        let name = Array("dana@contoso.com".utf8)
        #expect(demarc_switch_identity(engine, name, name.count, 0, nil, 0, nil) == DEMARC_UNKNOWN)
        #expect(demarc_sign_in(engine, name, name.count, nil) == DEMARC_OK)
        #expect(demarc_switch_identity(engine, name, name.count, 0, nil, 0, nil) == DEMARC_OK)
        #expect(demarc_sign_out(engine, name, name.count, nil) == DEMARC_OK)
        demarc_engine_free(engine)
    }
}
