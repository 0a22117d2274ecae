/// A strict reader of Prometheus' text format, written from its description, independently of the writer.
struct PrometheusText {
    struct Sample: Hashable, Decodable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    private(set) var types: [String: String] = [:]
    private(set) var samples: [Sample] = []

    /// The value of the sample with exactly these labels; nil if there is no such sample.
    subscript(name: String, labels: [String: String]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    init(_ text: String) throws {
        guard text.last == "\n" else { throw Problem(description: "the last line has no end") }
        var current: String?
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let line = String(line)
            if line.hasPrefix("# HELP ") {
                let words = line.split(separator: " ", maxSplits: 3)
                guard words.count == 4, Self.isName(words[2]) else { throw Problem(description: line) }
                current = String(words[2])
                guard types[words[2].description] == nil else { throw Problem(description: "twice: \(line)") }
            } else if line.hasPrefix("# TYPE ") {
                let words = line.split(separator: " ")
                guard words.count == 4, words[2].description == current,
                    ["counter", "gauge", "histogram"].contains(words[3])
                else { throw Problem(description: line) }
                types[words[2].description] = words[3].description
            } else {
                let sample = try Self.sample(line)
                guard let current, sample.name.hasPrefix(current), let type = types[current] else {
                    throw Problem(description: "a sample of no metric: \(line)")
                }
                let suffix = sample.name.dropFirst(current.count)
                guard type == "histogram" ? ["_bucket", "_sum", "_count"].contains(suffix) : suffix.isEmpty else {
                    throw Problem(description: "not a sample of \(current): \(line)")
                }
                guard type != "counter" || current.hasSuffix("_total"), sample.value >= 0 else {
                    throw Problem(description: line)
                }
                guard self[sample.name, sample.labels] == nil else { throw Problem(description: "twice: \(line)") }
                samples.append(sample)
            }
        }
        try checkHistograms()
    }

    private func checkHistograms() throws {
        for (name, type) in types where type == "histogram" {
            var before = 0.0
            var bound = -Double.infinity
            for sample in samples where sample.name == name + "_bucket" {
                guard let next = Double(sample.labels["le"] ?? ""), next > bound, sample.value >= before else {
                    throw Problem(description: "buckets of \(name)")
                }
                (bound, before) = (next, sample.value)
            }
            guard bound == .infinity, self[name + "_count", [:]] == before, self[name + "_sum", [:]] != nil else {
                throw Problem(description: "ends of \(name)")
            }
        }
    }

    private static func isName(_ text: Substring) -> Bool { text.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil }

    private static func sample(_ line: String) throws -> Sample {
        let problem = Problem(description: "no sample: \(line)")
        var rest = line[...]
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == ":" }
        guard isName(name) else { throw problem }
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest.removeFirst()
            while rest.first != "}" {
                let label = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                rest = rest.dropFirst(label.count)
                guard !label.isEmpty, rest.hasPrefix("=\"") else { throw problem }
                rest = rest.dropFirst(2)
                var value = ""
                while let next = rest.unicodeScalars.first, next != "\"" {
                    rest = Substring(rest.unicodeScalars.dropFirst())
                    guard next == "\\" else {
                        value.unicodeScalars.append(next)
                        continue
                    }
                    switch rest.unicodeScalars.first {
                    case "n": value += "\n"
                    case "\\": value += "\\"
                    case "\"": value += "\""
                    default: throw problem
                    }
                    rest = Substring(rest.unicodeScalars.dropFirst())
                }
                guard rest.first == "\"", labels.updateValue(value, forKey: String(label)) == nil else { throw problem }
                rest = rest.dropFirst()
                if rest.first == "," { rest = rest.dropFirst() } else if rest.first != "}" { throw problem }
            }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst()) else { throw problem }
        return Sample(name: String(name), labels: labels, value: value)
    }
}
