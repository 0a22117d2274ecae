import Foundation
import PolicyAnalysis

/// Writes texts that are hostile to readers of URLs, and what each model of a reader makes of them: `WriteReadings COUNT SEED`.
/// With `--read` the texts come from standard input, and with `--foundation` it is Foundation's `URL` that reads them.
/// `Tests/Readers/compare.py` holds this against the real readers.
///
/// Each line: the text in hexadecimal, then each model with its reading, `refused` or scheme, host, port, path and query, as
/// `Tests/Readers/real.py` has it.
let models = ReaderModel.allCases.filter { if case .path = $0 { false } else { true } }

/// Collects lines, and writes many of them at once.
struct LineWriter {
    private var lines: [UInt8] = []

    mutating func write(_ line: String) {
        lines += Array(line.utf8) + [UInt8(ascii: "\n")]
        if lines.count > 1 << 16 { flush() }
    }

    mutating func write(readingsOf text: [UInt8], by models: [ReaderModel]) {
        let readings = models.map { "\($0.rawValue)=\($0.read(text)?.line ?? "refused")" }
        write(([text.hexadecimal] + readings).joined(separator: "\t"))
    }

    mutating func flush() {
        FileHandle.standardOutput.write(Data(lines))
        lines.removeAll(keepingCapacity: true)
    }
}

var output = LineWriter()
switch Array(CommandLine.arguments.dropFirst()) {
case ["--read"]: while let line = readLine() { output.write(readingsOf: Array(hexadecimal: line), by: models) }
case ["--foundation"]:
    while let line = readLine() {
        let text = String(decoding: [UInt8](hexadecimal: line), as: UTF8.self)
        output.write(ReaderReading(foundation: text)?.line ?? "refused")
    }
case let arguments where arguments.count == 2 && arguments.allSatisfy({ UInt64($0) != nil }):
    var samples = ReaderSamples(seed: UInt64(arguments[1]) ?? 0)
    for _ in 0..<(Int(arguments[0]) ?? 0) { output.write(readingsOf: samples.next(), by: models) }
default:
    print("usage: WriteReadings COUNT SEED | --read | --foundation")
    exit(64)
}
output.flush()
