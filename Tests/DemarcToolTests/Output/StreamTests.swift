import Foundation
import TestSupport
import Testing

@Suite("Streaming results") struct StreamTests {
    @Test("A stream ends quietly if its reader is gone")
    func brokenPipe() throws {
        let check = try CheckCase()
        let script = """
            yes https://contoso.com/ | head -200000 |
                "$demarc" check --policy '\(check.policy)' --format ndjson | head -1
            echo "${PIPESTATUS[2]}"
            """
        let outcome = try Tool.bash(script)
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.first?.hasPrefix("{\"input\"") == true)
        #expect(outcome.lines.last == "141")
        #expect(outcome.errors.isEmpty)
    }

    @Test(
        "A full disk is reported",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
    )
    func fullDisk() throws {
        let outcome = try CheckCase().run("--output", "/dev/full", "https://contoso.com/")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasSuffix("demarc: error: cannot write the results: no space is left\n"))
    }

    @Test("Each line is answered before the next is requested", arguments: ["lines", "ndjson"])
    func coprocess(format: String) throws {
        let check = try CheckCase()
        let quote = format == "ndjson" ? "\"" : ""
        let script = """
            coproc "$demarc" check --policy '\(check.policy)' --format ndjson --quiet --input-format \(format)
            for host in contoso.com casino.example; do
                printf '%s\\n' '\(quote)https://'"$host"'/\(quote)' >&"${COPROC[1]}"
                IFS= read -r -t 20 answer <&"${COPROC[0]}" || exit 9
                printf '%s\\n' "$answer"
            done
            """
        let outcome = try Tool.bash(script)
        #expect(outcome.status == 0)
        #expect(outcome.lines.map { $0.contains(#""verdict":"allow""#) } == [true, false])
    }

    @Test("On a signal, the stream ends with all results and a summary", arguments: [("INT", 130), ("TERM", 143)])
    func interrupt(signal: String, status: Int) throws {
        let check = try CheckCase()
        // The pipe stays open, so only the signal can end it.
        let script = """
            cd '\(check.folder.path)'; mkfifo in
            set -m
            "$demarc" check --policy policy.yaml --format json < in > out 2> err & pid=$!
            exec 3> in
            echo https://contoso.com/ >&3
            for _ in $(seq 200); do grep -q verdict out && break; sleep 0.05; done
            kill -\(signal) "$pid"
            wait "$pid"
            echo "$?"
            """
        let outcome = try Tool.bash(script)
        #expect(outcome.lines.last == "\(status)")
        let array = try JSONSerialization.jsonObject(with: Data(try check.folder.read("out").utf8)) as? [Any]
        #expect(array?.count == 1)
        #expect(try check.folder.read("err").hasPrefix("1 URL in "))
    }

    @Test("Further signals at once, such as the second one of timeout, cut no result")
    func repeatedSignal() throws {
        let check = try CheckCase()
        let script = """
            cd '\(check.folder.path)'; yes https://contoso.com/ | head -1000000 > urls
            set -m
            "$demarc" check --policy policy.yaml --format json --input urls > out & pid=$!
            for _ in $(seq 200); do grep -q verdict out && break; sleep 0.05; done
            for _ in $(seq 20); do kill -TERM "$pid" 2>/dev/null; done
            wait "$pid"
            echo "$?"
            """
        let outcome = try Tool.bash(script)
        #expect(outcome.lines.last == "143")
        let array = try JSONSerialization.jsonObject(with: Data(try check.folder.read("out").utf8)) as? [Any]
        #expect(array?.isEmpty == false)
    }

    @Test("A signal after half a second ends a run that cannot write its results")
    func laterSignal() throws {
        let check = try CheckCase()
        // Nothing reads the results, so writing them blocks.
        let script = """
            cd '\(check.folder.path)'; mkfifo out; exec 4<> out
            set -m
            yes https://contoso.com/ | head -100000 > urls
            "$demarc" check --policy policy.yaml --format json --input urls >&4 & pid=$!
            IFS= read -r -t 40 -n 1 _ <&4
            sleep 2; kill -TERM "$pid"
            sleep 1; kill -0 "$pid" && echo waits
            kill -TERM "$pid"; sleep 1; kill -0 "$pid" 2>/dev/null && { echo alive; kill -KILL "$pid"; }
            wait "$pid"
            echo "$?"
            """
        #expect(try Tool.bash(script).lines == ["waits", "143"])
    }

    @Test("A signal while a pipe is opened ends the run as interrupted", arguments: ["test", "replay -p policy.yaml"])
    func interruptedOpening(command: String) throws {
        let check = try CheckCase()
        let script = """
            cd '\(check.folder.path)'; mkfifo in
            "$demarc" \(command) in & pid=$!
            sleep 1; kill -TERM "$pid"; wait "$pid"
            echo "$?"
            """
        let outcome = try Tool.bash(script)
        #expect(outcome.lines.last == "143", "\(outcome.errors)")
        #expect(!outcome.errors.contains("error"), "\(outcome.errors)")
    }

    @Test("A measurement stops at once on a signal")
    func interruptBench() throws {
        let check = try CheckCase()
        let script = """
            cd '\(check.folder.path)'; yes https://contoso.com/ | head -100000 > urls
            set -m
            "$demarc" bench --policy policy.yaml --urls urls --passes 100 > out & pid=$!
            sleep 1; kill -INT "$pid"; wait "$pid"
            echo "$?"
            """
        #expect(try Tool.bash(script).lines.last == "130")
    }

    @Test("A longer stream takes no more memory")
    func flatMemory() throws {
        let check = try CheckCase()
        // Thirteen megabytes in and a hundred out, with less memory than either needs in addition to the program's own.
        let script = """
            yes 'https://search.example/a/path?with=query' | head -300000 > '\(check.folder.path)/urls.txt'
            ulimit -d 40000
            "$demarc" check --policy '\(check.policy)' --format ndjson --quiet --input '\(check.folder.path)/urls.txt' | wc -l
            """
        #expect(try Tool.bash(script).lines == ["300000"])
    }
}
