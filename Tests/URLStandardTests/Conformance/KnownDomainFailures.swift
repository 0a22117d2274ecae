@testable import URLStandard

/// The domains of the published tests that fail with an older ICU, by name and with the reason.
///
/// All of them are rejected; none becomes a different host. Characters outside ASCII are escaped in the names, so that
/// the code points are visible.
enum KnownDomainFailures {
    enum Reason {
        /// U+1E9E maps to `ß` since Unicode 15.1. Before that, ICU maps it to `ss`, so it is rejected.
        case sharpS
        /// Code points that UTS #46 maps or ignores since Unicode 16.0 and disallowed before: the Georgian capitals
        /// from U+10A0 on, U+04C0, U+2132, U+2183, five compatibility ideographs from U+2F868 on, and invisible code
        /// points such as U+115F, U+17B4, U+180E, U+206B, U+FFA0 and U+1D175.
        case refusedBeforeUnicode16
        /// Ideographs from U+323B0 on, which were assigned in Unicode 17.0.
        case newInUnicode17

        /// The first version of Unicode with which the domain passes: the major version times 256, plus the minor
        /// version.
        var passesSince: UInt16 {
            switch self {
            case .sharpS: 15 << 8 | 1
            case .refusedBeforeUnicode16: 16 << 8
            case .newInUnicode17: 17 << 8
            }
        }
    }

    /// The names in `table` that should fail with the installed ICU, limited to those among `inputs`.
    static func names(in table: [(name: String, reason: Reason)], among inputs: [String]) -> [String] {
        let names = Set(inputs.map { name(of: $0) })
        return table.filter { names.contains($0.name) && $0.reason.passesSince > UnicodeIDNA.shared.unicodeVersion }
            .map(\.name).sorted()
    }

    /// The name of a domain as written in the tables.
    static func name(of input: String) -> String {
        input.unicodeScalars.map { scalar in
            guard !scalar.isASCII else { return String(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return #"\u{"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "}"
        }.joined()
    }

    static let toASCII: [(name: String, reason: Reason)] = [
        (#"\u{04C0}.com"#, .refusedBeforeUnicode16),
        (#"\u{1E9E}.com"#, .sharpS),
        (#"\u{1E9E}.foo.com"#, .sharpS),
        (#"\u{2183}.com"#, .refusedBeforeUnicode16),
        (#"\u{2F868}.com"#, .refusedBeforeUnicode16),
        (#"look\u{180E}out.net"#, .refusedBeforeUnicode16),
        (#"look\u{206B}out.net"#, .refusedBeforeUnicode16),
    ]

    static let idnaTestV2: [(name: String, reason: Reason)] = [
        (#"=\u{0338}\u{1899}>\u{0338}.\u{1109}\u{1169}\u{11BE}-\u{1874}\u{10A0}"#, .refusedBeforeUnicode16),
        (#"FA\u{1E9E}.DE"#, .sharpS),
        (#"FA\u{1E9E}.de"#, .sharpS),
        (#"SS.\u{102F3}\u{10AC}\u{0FB8}"#, .refusedBeforeUnicode16),
        (#"SS\u{3002}\u{102F3}\u{10AC}\u{0FB8}"#, .refusedBeforeUnicode16),
        (#"SS\u{AAF6}\u{18A5}.\u{22B6}\u{10C1}\u{10B6}"#, .refusedBeforeUnicode16),
        (#"SS\u{FF61}\u{102F3}\u{10AC}\u{0FB8}"#, .refusedBeforeUnicode16),
        (#"Ss.\u{102F3}\u{10AC}\u{0FB8}"#, .refusedBeforeUnicode16),
        (#"Ss\u{3002}\u{102F3}\u{10AC}\u{0FB8}"#, .refusedBeforeUnicode16),
        (#"Ss\u{AAF6}\u{18A5}.\u{22B6}\u{10C1}\u{2D16}"#, .refusedBeforeUnicode16),
        (#"Ss\u{FF61}\u{102F3}\u{10AC}\u{0FB8}"#, .refusedBeforeUnicode16),
        (#"\u{00DF}\u{3002}\u{102F3}\u{10AC}\u{0FB8}"#, .refusedBeforeUnicode16),
        (#"\u{00DF}\u{FF61}\u{102F3}\u{10AC}\u{0FB8}"#, .refusedBeforeUnicode16),
        (#"\u{03A3}\u{10C5}.\u{075A}"#, .refusedBeforeUnicode16),
        (#"\u{03A3}\u{10C5}\u{3002}\u{075A}"#, .refusedBeforeUnicode16),
        (#"\u{03C2}\u{10C5}\u{3002}\u{075A}"#, .refusedBeforeUnicode16),
        (#"\u{06B9}.\u{1873}\u{115F}"#, .refusedBeforeUnicode16),
        (#"\u{06B9}\u{FF0E}\u{1873}\u{115F}"#, .refusedBeforeUnicode16),
        (#"\u{08BB}.\u{10A3}\u{1E012}"#, .refusedBeforeUnicode16),
        (#"\u{10A1}\u{755D}.<\u{0338}"#, .refusedBeforeUnicode16),
        (#"\u{10A1}\u{755D}.\u{226E}"#, .refusedBeforeUnicode16),
        (#"\u{10A57}.\u{10A9}\u{10B5}"#, .refusedBeforeUnicode16),
        (#"\u{10A57}.\u{10A9}\u{2D15}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}.\u{06F0}<\u{0338}SS\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}.\u{06F0}<\u{0338}Ss\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}.\u{06F0}\u{226E}SS\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}.\u{06F0}\u{226E}Ss\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}\u{3002}\u{06F0}<\u{0338}SS\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}\u{3002}\u{06F0}<\u{0338}Ss\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}\u{3002}\u{06F0}<\u{0338}\u{00DF}\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}\u{3002}\u{06F0}\u{226E}SS\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}\u{3002}\u{06F0}\u{226E}Ss\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B5}\u{3002}\u{06F0}\u{226E}\u{00DF}\u{0745}"#, .refusedBeforeUnicode16),
        (#"\u{10B6}\u{0366}."#, .refusedBeforeUnicode16),
        (#"\u{10BA}.\u{03A3}"#, .refusedBeforeUnicode16),
        (#"\u{10BA}.\u{03C2}"#, .refusedBeforeUnicode16),
        (#"\u{10BA}.\u{03C3}"#, .refusedBeforeUnicode16),
        (#"\u{10BA}\u{102F8}.5\u{D7F6}\u{103A}"#, .refusedBeforeUnicode16),
        (#"\u{10BA}\u{102F8}\u{E0104}\u{3002}5\u{D7F6}\u{103A}"#, .refusedBeforeUnicode16),
        (#"\u{10BA}\u{102F8}\u{E0104}\u{3002}\u{1D7DD}\u{D7F6}\u{103A}"#, .refusedBeforeUnicode16),
        (#"\u{10C1}\u{10B1}6\u{0318}.SS\u{1B03}"#, .refusedBeforeUnicode16),
        (#"\u{10C1}\u{10B1}6\u{0318}\u{3002}SS\u{1B03}"#, .refusedBeforeUnicode16),
        (#"\u{10C1}\u{10B1}6\u{0318}\u{3002}\u{00DF}\u{1B03}"#, .refusedBeforeUnicode16),
        (#"\u{10C1}\u{2D11}6\u{0318}.Ss\u{1B03}"#, .refusedBeforeUnicode16),
        (#"\u{10C1}\u{2D11}6\u{0318}\u{3002}Ss\u{1B03}"#, .refusedBeforeUnicode16),
        (#"\u{17B4}.\u{110D}\u{1170}\u{11AE}-"#, .refusedBeforeUnicode16),
        (#"\u{17B4}.\u{CB87}-"#, .refusedBeforeUnicode16),
        (#"\u{1D175}\u{3002}9\u{1E008}\u{4B3A}1."#, .refusedBeforeUnicode16),
        (#"\u{1E903}.\u{1844}\u{10AE}"#, .refusedBeforeUnicode16),
        (#"\u{1E903}\u{E016E}.\u{1844}\u{10AE}"#, .refusedBeforeUnicode16),
        (#"\u{1E903}\u{E016E}\u{FF0E}\u{1844}\u{10AE}"#, .refusedBeforeUnicode16),
        (#"\u{1E925}.\u{1844}\u{10AE}"#, .refusedBeforeUnicode16),
        (#"\u{1E925}\u{E016E}.\u{1844}\u{10AE}"#, .refusedBeforeUnicode16),
        (#"\u{1E925}\u{E016E}\u{FF0E}\u{1844}\u{10AE}"#, .refusedBeforeUnicode16),
        (#"\u{1F0B4}\u{10AB}.<\u{0338}"#, .refusedBeforeUnicode16),
        (#"\u{1F0B4}\u{10AB}.\u{226E}"#, .refusedBeforeUnicode16),
        (#"\u{1F57C}.\u{1160}"#, .refusedBeforeUnicode16),
        (#"\u{1F57C}\u{FF0E}\u{FFA0}"#, .refusedBeforeUnicode16),
        (#"\u{2132}\u{17D2}.=\u{0338}"#, .refusedBeforeUnicode16),
        (#"\u{2132}\u{17D2}.\u{2260}"#, .refusedBeforeUnicode16),
        (#"\u{2260}\u{1899}\u{226F}.\u{C1A3}-\u{1874}\u{10A0}"#, .refusedBeforeUnicode16),
        (#"\u{3002}\u{3002}\u{10A3}>\u{0338}"#, .refusedBeforeUnicode16),
        (#"\u{3002}\u{3002}\u{10A3}\u{226F}"#, .refusedBeforeUnicode16),
        (#"\u{32931}20.\u{97F3}.\u{A866}1."#, .newInUnicode17),
        (#"\u{32B9A}9\u{A369}\u{17D3}.SS"#, .newInUnicode17),
        (#"\u{32B9A}9\u{A369}\u{17D3}.ss"#, .newInUnicode17),
        (#"\u{650C}\u{ABED}.\u{1896}-\u{10B8}"#, .refusedBeforeUnicode16),
        (#"\u{A846}\u{3002}\u{2183}\u{0FB5}\u{1102}\u{116A}\u{11C1}-"#, .refusedBeforeUnicode16),
        (#"\u{A846}\u{3002}\u{2183}\u{0FB5}\u{B1AE}-"#, .refusedBeforeUnicode16),
        (#"\u{A9D0}\u{04C0}\u{1BAA}\u{08F6}.\u{1102}\u{116F}\u{11BC}"#, .refusedBeforeUnicode16),
        (#"\u{A9D0}\u{04C0}\u{1BAA}\u{08F6}.\u{B235}"#, .refusedBeforeUnicode16),
        (#"\u{A9D0}\u{04C0}\u{1BAA}\u{08F6}\u{FF0E}\u{1102}\u{116F}\u{11BC}"#, .refusedBeforeUnicode16),
        (#"\u{A9D0}\u{04C0}\u{1BAA}\u{08F6}\u{FF0E}\u{B235}"#, .refusedBeforeUnicode16),
        (#"\u{F951}\u{2F868}\u{2F874}\u{2F91F}\u{2F95F}\u{2F9BF}"#, .refusedBeforeUnicode16),
    ]
}
