extension BenchMeasurement {
    /// One object on one line.
    var json: String {
        let fields: [(String, String)] = [
            ("urls", "\(urls)"), ("invalid", "\(tally.invalid)"),
            ("allow", "\(tally.allow)"), ("block", "\(tally.block - tally.invalid)"), ("route", "\(tally.route)"),
            ("passes", "\(passes)"), ("threads", "\(threads)"),
            ("parseNs", Self.json(parse)), ("parseOwnedNs", Self.json(parseOwned)),
            ("decideNs", Self.json(decide, also: [("p50", p50), ("p99", p99)])),
            ("allocationsPerDecision", allocationsPerDecision.map { Self.decimal($0, 4) } ?? "null"),
            ("decisionsPerSecond", Self.decimal(decisionsPerSecond, 0)),
            ("openMs", Self.decimal(openMilliseconds, 3)),
            ("compiledBytes", compiledBytes.map { "\($0)" } ?? "null"),
            ("rssBytes", residentBytes.map { "\($0)" } ?? "null"),
        ]
        return Self.object(fields) + "\n"
    }

    /// A few lines for people.
    var table: String {
        var rows: [(String, String)] = [
            (
                "URLs",
                "\(urls): \(tally.allow) allow, \(tally.block - tally.invalid) block, \(tally.route) route, "
                    + "\(tally.invalid) invalid"
            ),
            ("passes", "\(passes) on \(threads == 1 ? "1 thread" : "\(threads) threads")"),
            ("parse", Self.text(parse) + ", into a reused buffer"),
            ("parse owned", Self.text(parseOwned) + ", into a value of its own"),
            ("decide", Self.text(decide) + ", from bytes to verdict"),
            ("", "\(Self.decimal(p50, 0)) ns half of the URLs, \(Self.decimal(p99, 0)) ns 99 of 100"),
        ]
        if let allocationsPerDecision {
            rows.append(("allocations", "\(Self.decimal(allocationsPerDecision, 4)) per decision"))
        }
        rows.append(("throughput", "\(Self.decimal(decisionsPerSecond, 0)) decisions per second"))
        rows.append(("open", "\(Self.decimal(openMilliseconds, 3)) ms"))
        if let compiledBytes {
            rows.append(("compiled", "\(Self.decimal(Double(compiledBytes) / 1_048_576, 1)) MiB"))
        }
        if let residentBytes {
            rows.append(("memory", "\(Self.decimal(Double(residentBytes) / 1_048_576, 1)) MiB resident"))
        }
        return rows.map { label, value in
            label + String(repeating: " ", count: 13 - label.count) + value + "\n"
        }.joined()
    }

    private static func text(_ spread: Spread) -> String {
        "\(decimal(spread.min, 1)) ns (median \(decimal(spread.median, 1)))"
    }

    private static func json(_ spread: Spread, also more: [(String, Double)] = []) -> String {
        object(([("min", spread.min), ("median", spread.median)] + more).map { ($0, decimal($1, 2)) })
    }

    private static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// A number with so many digits behind the point, without trailing zeros.
    private static func decimal(_ value: Double, _ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (value * scale).rounded()
        // Where doubles have no such digits any more, they are none.
        guard scaled < 9e15 else { return "\(value)" }
        var text = "\(Int(scaled / scale))"
        var fraction = "\(Int(scaled.truncatingRemainder(dividingBy: scale)))"
        fraction = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
        while fraction.hasSuffix("0") { fraction.removeLast() }
        if digits > 0, !fraction.isEmpty { text += ".\(fraction)" }
        return text
    }
}
