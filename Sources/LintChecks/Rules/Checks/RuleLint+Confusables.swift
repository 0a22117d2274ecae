import AppLint
import ByteText
import CSpoofShims
import Diagnostics
import PolicyModel
import RuleRegions
import URLMatching

/// Internationalized domains that look like the domain of another rule.
extension RuleLint {
    /// A domain that a rule names.
    private struct NamedDomain {
        var rule: Int
        /// The registrable part, which is what a person reads.
        var domain: [UInt8]
        var place: SourceRange
    }

    /// The maximum number of skeletons for one rule set; each takes some microseconds.
    private static var skeletonLimit: Int { 100_000 }

    func confusableFindings(_ ruleSet: RuleSet) -> [LintFinding] {
        // Almost no rule set contains such a domain, and then nothing else is checked.
        var international: [NamedDomain] = []
        forEachDomain(of: ruleSet) { rule, domain, place in
            guard international.count < Self.skeletonLimit, Confusable.isInternational(domain) else { return }
            // A rule that blocks look-alikes is intended.
            guard ruleSet.rules[rule].urlClass != .blocked else { return }
            let part = Self.registered(domain)
            guard Confusable.isInternational(part.span) else { return }
            international.append(NamedDomain(rule: rule, domain: part, place: place()))
        }
        guard !international.isEmpty else { return [] }
        var bySkeleton: [[UInt8]: [Int]] = [:]
        for (number, named) in international.enumerated() {
            guard let skeleton = Confusable.skeleton(of: named.domain) else { continue }
            bySkeleton[skeleton, default: []].append(number)
        }
        var findings: [LintFinding] = []
        var reported: Set<[[UInt8]]> = []
        var made = 0
        forEachDomain(of: ruleSet) { rule, domain, place in
            guard made < Self.skeletonLimit, findings.count <= Self.findingLimit else { return }
            made += 1
            let part = Self.registered(domain)
            guard let skeleton = Confusable.skeleton(of: part), let alike = bySkeleton[skeleton] else { return }
            for number in alike.prefix(8) {
                let named = international[number]
                guard named.rule != rule, named.domain != part, reported.insert([named.domain, part]).inserted,
                    !reported.contains([part, named.domain])
                else { continue }
                let name = Self.quote(String(decoding: named.domain, as: UTF8.self))
                let other = Self.quote(String(decoding: part, as: UTF8.self))
                findings.append(
                    LintFinding(
                        .confusableDomain,
                        "\(name) in the rule \(Self.quote(ruleSet.rules[named.rule].id)) looks like \(other) of the rule "
                            + Self.quote(ruleSet.rules[rule].id),
                        at: [named.place, place()],
                        help: "make sure that the organization owns \(name); remove it otherwise, or block it"
                    )
                )
            }
        }
        return findings
    }

    private static func registered(_ domain: Span<UInt8>) -> [UInt8] {
        RegistrableDomain.range(in: domain).map { domain.extracting($0).array } ?? domain.array
    }

    private func forEachDomain(
        of ruleSet: RuleSet,
        _ visit: (_ rule: Int, _ domain: Span<UInt8>, _ place: () -> SourceRange) -> Void
    ) {
        for (number, rule) in ruleSet.rules.enumerated() {
            for condition in rule.conditions {
                for (position, matcher) in condition.alternatives.enumerated() {
                    if case .list(let list) = matcher {
                        guard list.format != .urls, list.format != .edge, position < condition.paths.count else {
                            continue
                        }
                        for entry in 0..<list.count {
                            visit(number, list.entry(at: entry)) {
                                places.line(list.line(at: entry), of: condition.paths[position])
                            }
                        }
                    } else if case .name(let name, _) = MatcherScope(of: matcher).host {
                        visit(number, name.span) { places.range(rule.location) }
                    }
                }
            }
        }
    }
}

/// Skeletons of domains, which [UTS #39](https://www.unicode.org/reports/tr39/#Confusable_Detection) uses to determine
/// whether two domains look alike. This type contains all unsafe code for ICU's spoof checker.
enum Confusable {
    /// The skeleton of a domain in ASCII form, with `xn--` labels decoded to Unicode.
    ///
    /// - Returns: Bytes that are only useful for comparison; nil for a domain of more than 253 bytes.
    static func skeleton(of domain: [UInt8]) -> [UInt8]? {
        guard !domain.isEmpty, domain.count <= 253 else { return nil }
        // One code point may become several in the skeleton. A domain whose skeleton does not fit has no skeleton.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { room -> [UInt8]? in
            guard let target = room.baseAddress else { return nil }
            // SAFETY: ICU reads `count` bytes of the domain, writes at most 4,096 bytes, and returns how many it wrote.
            let written = unsafe domain.withUnsafeBufferPointer { bytes -> Int32 in
                guard let source = bytes.baseAddress else { return -1 }
                return unsafe demarc_spoof_skeleton(source, Int32(bytes.count), target, 4096)
            }
            guard written > 0, written <= 4096 else { return nil }
            return unsafe Array(UnsafeBufferPointer(start: target, count: Int(written)))
        }
    }

    /// Whether a domain has a label that encodes Unicode.
    static func isInternational(_ domain: Span<UInt8>) -> Bool {
        var isLabelStart = true
        for index in domain.indices {
            if isLabelStart, index + 4 <= domain.count, domain[index] == UInt8(ascii: "x"),
                domain[index + 1] == UInt8(ascii: "n"), domain[index + 2] == UInt8(ascii: "-"),
                domain[index + 3] == UInt8(ascii: "-")
            {
                return true
            }
            isLabelStart = domain[index] == UInt8(ascii: ".")
        }
        return false
    }
}
