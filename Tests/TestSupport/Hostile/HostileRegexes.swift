/// Regular expressions and URLs written to be slow: the published families of catastrophic backtracking, and cases that
/// other kinds of bounds miss.
public enum HostileRegexes {
    /// An expression, and the pieces of its URLs.
    public struct Family: Sendable {
        /// The expression.
        public let pattern: String
        /// The text before the repeated part.
        public let start: String
        /// The repeated part.
        public let pump: String
        /// The text after it that makes the match fail.
        public let end: String

        init(_ pattern: String, _ pump: String, _ end: String, start: String = "https://x/") {
            (self.pattern, self.pump, self.end, self.start) = (pattern, pump, end, start)
        }

        /// A URL of about the given number of bytes.
        public func url(_ count: Int) -> String {
            start + String(repeating: pump, count: max(1, (count - start.utf8.count) / pump.utf8.count)) + end
        }
    }

    /// The lengths of the URLs.
    public static let lengths = [300, 2_000, 8_000, 64_000, 1_040_000]

    /// The number of all expressions combined with all lengths: the pairs that are tested if each URL is parsed and
    /// matched.
    public static var pairCount: Int { families.count * lengths.count }

    /// The expressions.
    public static let families: [Family] = nested + counted + branches + looks + references + kinds + published + plain

    /// Nested repetitions.
    private static let nested: [Family] = [
        Family("(a+)+$", "a", "!"), Family("^https://x/(a+)+$", "a", "!"), Family("(a*)*$", "a", "!"),
        Family("(a*)*[QZ]", "a", "!"), Family("([a-z]+)*[QZ]", "a", "!Q"), Family("(?:a?)*[QZ]", "a", "!Z"),
        Family("(?:a?)+?[QZ]", "a", "!Z"), Family("(?:[a-z]+?)+?[QZ]", "a", "!Z"), Family("((a+)b?)+[QZ]", "a", "!Q"),
        Family("(?:a+b?)+$", "a", "!"), Family("(?:(?:ab)*)*[QZ]", "ab", "!Q"), Family("(x+x+)+y", "x", "!y"),
        Family("(?:x+x+)+y", "x", ""), Family("(.*)*[QZ]", "a", "!"), Family("(?:.*)+[QZ]", "a", "Q!"),
        Family("(?:.+)+[QZ]", "a", "!"), Family("(?:\\w+\\.?)+[QZ]", "a", "!Q"), Family("(?:\\w+/?)*[;!]$", "a/", "Q"),
        Family("(((a+)+)+)+[QZ]", "a", "!"), Family("(?:(?:(?:a*)*)*)*[QZ]", "a", "!"),
        Family("^(?:.*?a){20}[QZ]", "a", ""), Family("^(?:.*a){12}[QZ]", "a", "Q!"), Family("(.*?,){11}P", "1,", "!P"),
        Family("(?:a|b+)*[QZ]", "ab", "!"), Family("(?:a*b*)*[QZ]", "ab", "!"), Family("(?:a*a*)*[QZ]", "a", "!"),
        Family("(?>(?:a+)+)[QZ]", "a", "!"), Family("(?:a+)++[QZ]", "a", "!"), Family("(?>a+)+[QZ]", "a", "!"),
        Family("(?U)(?:a+)+[QZ]", "a", "!"), Family("(?i)(?:A+)+[QZ]", "a", "!"), Family("(?s)(?:.+)+\\z!", "a", "!"),
    ]

    /// Counted repetitions, adjacent ones, and those tried from every position of the URL.
    private static let counted: [Family] = [
        Family("(?:[a-z]{2,100}\\.?){1,5}[;=]", "a", ""), Family("(?:[a-z]{2,100}\\.?){1,5}[;=]", "a", "!="),
        Family("a{1,5000}a{1,5000}[!;]", "a", ""), Family("a{1,5000}a{1,5000}[!;]", "a", "/!"),
        Family("a{0,60000}a{0,60000}a{0,60000}[;=]", "a", ""), Family("a{5000}b", "a", ""),
        Family("a{5000}[b-d]", "a", "/"),
        Family("[a-z]{4000}[0-9]{4000}", "a", ""), Family("(?:a{1,100}){1,100}[QZ]", "a", ""),
        Family("(?:a{2}){1,2000}[QZ]", "a", "!Q"), Family("(?:a{0,9}){9}[QZ]", "a", ""),
        Family("(a?){30}a{30}[QZ]", "a", ""),
        Family("(?:a?){200}[QZ]", "a", ""), Family("a*a*a*a*a*[QZ]", "a", ""), Family("a*?a*?a*?a*?[QZ]", "a", ""),
        Family("[a-z]*[a-z]*[a-z]*[QZ]", "a", "!Q"), Family(".*.*.*=.*", "x", ""), Family(".*.*=.*;", "x=", ""),
        Family("[^?]*[^#]*[^&]*;", "a", ""), Family("\\w{1,1000}\\w{1,1000}\\d", "a", ""),
        Family("[ab]+[bc]+[ca]+;", "abc", ""),
        Family("a+a+a+b", "a", "/b"), Family("a+[^b]+b", "a", "/"), Family("[a-f]+[^;]*;", "a", ""),
        Family("a+;", "a", ""),
        Family("[a-z]+;", "a", ""), Family("[^;]+;;", "a", ""), Family("(?:ab)+;", "ab", ""),
        Family("[a-z0-9]+@", "a1", ""),
        Family("(?:[a-z]+\\.)+;", "a.", ""), Family("([a-z]+\\.){2,50}[;=]", "ab.", ""),
        Family("a{3,}b{3,}c", "aaabbb", ""),
        Family("(?:a{1,3}){5,}[QZ]", "a", ""), Family("(?:(?:a{1,10}){1,10}){1,10}[QZ]", "a", ""),
        Family("(?:a{50}){0,50};", "a", ""),
    ]

    /// Alternatives with a common beginning.
    private static let branches: [Family] = [
        Family("(a|aa)+$", "a", "!"), Family("^https://x/(a|aa)+$", "a", "!"), Family("(?:a|b|ab)*[QZ]", "ab", "!Q"),
        Family("(a|a)*[QZ]", "a", ""), Family("(?:a|a?)+[QZ]", "a", "!"), Family("(?:aa|aaa)*[QZ]", "a", ""),
        Family("(?:abc|ab|a|bc|c)*[QZ]", "abc", "!"), Family("(?:a|ab|abc|abcd)+[QZ]", "abcd", ""),
        Family("(?:.|a)*[QZ]", "a", ""), Family("(?:[ab]|[bc])*[QZ]", "b", ""), Family("(?:\\w|\\d|_)+;", "1", ""),
        Family("(?:|a)+[QZ]", "a", ""), Family("(?:a||b)*[QZ]", "ab", ""), Family("(?:ab|a(?:b|bb))*[QZ]", "abb", ""),
        Family("(?:x|xx|xxx|xxxx|xxxxx){1,60};", "x", ""), Family("(?:aaaa|aaab|aaac|aaad|aaae|aaaf)f", "aaa", ""),
        Family("(?:aaaaaaaaaaaaaaab|aaaaaaaaaaaaaaac|aaaaaaaaaaaaaaad)", "a", ""),
        Family("(?:a.*b|a.*c|a.*d|a.*e)", "a", ""),
        Family("(?:a[^;]*;|b[^;]*;|[ab]+;)", "ab", ""), Family("(?:foo.*bar|bar.*foo)baz", "foobar", ""),
        Family("(" + (0..<200).map { "aaaaa\($0)x" }.joined(separator: "|") + ")", "a", ""),
        Family("(?:" + (0..<300).map { "a{1,9}\($0)x" }.joined(separator: "|") + ")", "a", ""),
        Family("(?:" + String(repeating: "a?", count: 60) + ")[QZ]", "a", ""),
        Family(String(repeating: "(?:a|", count: 60) + "b" + String(repeating: ")", count: 60) + "+;", "ab", ""),
    ]

    /// Look-aheads and look-behinds.
    private static let looks: [Family] = [
        Family("(?=(a+))*[QZ]", "a", "Q"), Family("(?=(a+)+;)a", "a", ""), Family("(?=.*;)a", "a", ""),
        Family("(?:(?=.*;)a)+", "a", ""),
        Family("(?!.*[;=].*!)(?=.*;)x", "x", ""), Family("(?:a(?!.*;.*;))+[QZ]", "a", ""),
        Family("(?:a(?=a*a*;)|a)*;", "a", ""),
        Family("^.{8}(?:a(?!a*?[XY])(?!a*?[XY])(?!a*?[XY]))*[QZ]", "a", ""), Family("(?<!b)(?=[a-z]*;)a", "a", ""),
        Family("(?<=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)b", "a", ""), Family("(?<=a{200})b", "a", "c"),
        Family("(?<=[a-z]{200})[QZ]", "a", ""),
        Family("(?<!a{100}b)(?<!a{100}c)(?<!a{100}d)a;", "a", ""), Family("(?:\\b|\\B)+;", "a", ""),
        Family("(?:(?=a)|(?=b))*;", "ab", ""),
        Family("(?=(?=(?=.*;).*;).*;)a", "a", ""), Family("(?:(?:(?=a)a)+)+;", "a", ""),
        Family("(?:(?>a+)b?)+;", "a", ""),
        Family("(?>.*;)?a", "a", ""), Family("(?:a++b?)+;", "a", ""), Family("(?=[a-z]{1,500}[;=])[a-z]", "a", ""),
    ]

    /// Backreferences, recursion, conditions and verbs, whose work cannot be computed in advance.
    private static let references: [Family] = [
        Family("(.*)\\1{5}[!;]", "a", ""), Family("(.*)\\1[!;]", "a", ""), Family("(a*)\\1*;", "a", ""),
        Family("(a+)\\1+b", "a", ""),
        Family("(.+)\\1{2,}\\1;", "ab", ""), Family("(?i)(\\w+)[/.]\\1", "a", ""), Family("(.*)(.*)\\1\\2;", "a", ""),
        Family("(.*?)\\1*?;", "a", ""),
        Family("(?<n>.*)\\k<n>;", "a", ""), Family("(.*)\\g{-1}\\g{1};", "a", ""), Family("(a*)(?:\\1a)*;", "a", ""),
        Family("(.+?)\\1+$", "ab", "!"),
        Family("(.*)(?P=n)(?<n>x);|(.*)\\2\\2;", "a", ""), Family("(?R)?a;", "a", ""),
        Family("(a|(?1)(?1))*;", "a", ""), Family("(a?(?1)?);", "a", ""),
        Family("^(.*)(?1){3}!", "a", "/"), Family("(?:(a)|b)*(?(1)c|d)", "ab", ""), Family("(?(?=.*;)x|y)", "xy", ""),
        Family("(a+|b\\g<1>)+;", "ba", ""),
        Family("(*NO_JIT)(a+)+[QZ]", "a", ""), Family("(*NO_JIT)^https://(a+)+$", "a", "!", start: "https://"),
        Family("(*NO_JIT)a{1,5000}a{1,5000};", "a", ""),
        Family("(*NO_JIT)(.*)\\1{5}[!;]", "a", ""), Family("(*NO_JIT)^(([a-z])+.)+[A-Z]([a-z])+$", "a", "!"),
        Family("(*NO_JIT)(?:a|b|ab)*;", "ab", ""),
        Family("(*NO_JIT)(?R)?a;", "a", ""), Family("(*NO_JIT)[a-z]{4000};", "a", ""),
        Family("(*LIMIT_MATCH=4000000000)(a+)+[QZ]", "a", ""),
        Family("(*LIMIT_HEAP=4000000000)(a+)+[QZ]", "a", ""), Family("(*NO_START_OPT)a+;", "a", ""),
        Family("(*NO_AUTO_POSSESS)[a-z]+[0-9]+;", "a", ""),
        Family("(?:(?:(*:m)a)*)(*SKIP:n)c", "a", "c"), Family("(?:a(*MARK:m))*(*SKIP:x)b|a", "a", "b"),
        Family("a+(*SKIP)b", "a", "b"), Family("a+(*PRUNE)b", "a", "b"),
        Family("(?:a(*THEN)b|a)*;", "a", ""), Family("(?:a*(*COMMIT)b|a)", "a", "b"),
        Family("(?C1)(?:a(?C2))*;", "a", ""), Family("(?|(a)|(aa))+;", "a", ""),
        Family("\\K(?:a+)+;", "a", ""), Family("(?:a\\K)+;", "a", ""), Family("\\G(?:a+)+;", "a", ""),
        Family("(*napla:.*)\\G;|(?:(*napla:a*)a)*;", "a", ""),
        Family(String(repeating: "()", count: 2_000) + "a+;", "a", ""),
        Family("(?:" + String(repeating: "()", count: 500) + "a)*;", "a", ""),
        Family(String(repeating: "(b)?", count: 200) + "(?:a|aa)+;", "a", ""),
        Family("(?>(a)|" + String(repeating: "()", count: 400) + ")*;", "a", ""),
        Family("(?:" + String(repeating: "(", count: 90) + "a" + String(repeating: ")", count: 90) + ")*;", "a", ""),
        Family("(" + String(repeating: "(a)?", count: 100) + "(?1)?);", "a", ""),
    ]

    /// Expensive character types.
    private static let kinds: [Family] = [
        Family("\\X*\\R", "a", ""), Family("\\X*[QZ]", "a", "Q!"), Family("(?:\\X)+;", "a", ""),
        Family("\\X{1,5000};", "a", ""), Family("\\X{3000}", "a", ""),
        Family("\\R*a;", "a", ""), Family("(?:\\R|a)+;", "a", ""), Family("\\p{L}+;", "a", ""),
        Family("(?:\\p{Ll}+)+;", "a", ""), Family("\\P{Lu}*;", "a", ""),
        Family("[\\p{L}\\p{N}]*;", "a", ""),
        Family("[" + String(repeating: "\\p{Greek}\\p{Lu}", count: 400) + "]*[QZ]", "a", "!Q"),
        Family("[" + String(repeating: "\\p{Greek}", count: 800) + "]", "a", ""),
        Family("[^" + String(repeating: "\\p{Lu}", count: 600) + "]+;", "a", ""),
        Family("\\h*a;", "a", ""), Family("[\\h\\v]*a;", "a", ""), Family("\\H+;", "a", ""), Family("\\N+;", "a", ""),
        Family("\\C+;", "a", ""),
        Family("(?i)[a-z]+;", "a", ""), Family("(?i)k+k+;", "k", ""), Family("[[:alpha:]]+[[:alnum:]]+;", "a", ""),
        Family("\\W*\\w*\\W*\\w*;", "a", ""),
        Family("(?m)^.*;$", "a", ""), Family("(?m)(?:^|a)+;", "a", ""), Family("(?s).*?.*?;", "a", ""),
        Family("\\S+\\S+\\s", "a", ""), Family("(?x) a+ a+ ; # slow", "a", ""),
    ]

    /// From publications: validators, user agent parsers, filters and similar expressions.
    private static let published: [Family] = [
        Family(
            "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
            "a",
            "!",
            start: "https://"
        ),
        Family("(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)[a-z0-9]+", "a", "!"),
        Family("^(([a-z])+.)+[A-Z]([a-z])+$", "a", "!"), Family("(\\w+\\s?)*;$", "a", ""),
        Family("(?:\\d+)+$", "1", "x"), Family("^(\\d+)*x", "1", ""),
        Family("([a-zA-Z]+)*$", "a", "1"), Family("(.*?)*;", "a", ""),
        Family("(?:(?:\\d|a|-|~)+[)]*;?((?:-|~|!|a)*.*(?:.*=.*)))", "a", ""), Family(".*(?:.*=.*)", "x", ""),
        Family("(?:[^;=]*;)*[^;=]*=!", "a;", ""),
        Family("[\\s\\-]+$|-+$", "-", "a"), Family("^(?:[^/]+/)*[^/]*\\.(?:exe|dll);", "a/", ""),
        Family("(?:/[^/]*)*/;", "/a", ""), Family("(?:%[0-9a-f]{2})+;", "%2f", ""),
        Family("((?:[^\\\\.]+\\.?)+)@", "a", ""), Family("(?:(?:[a-z0-9-]+)\\.)*[a-z0-9-]+;", "a-", ""),
        Family("^https?://([a-z0-9-]+\\.?)+/;", "a", "/", start: "https://"),
        Family("(?:[a-z0-9]+(?:-[a-z0-9]+)*\\.?)*;", "a-", ""),
        Family("Mozilla.*(?:Mobile|Tablet).*Safari;", "Mozilla", ""), Family("(?:[?&][^=&]*=?[^&]*)*;", "&a=b", ""),
        Family("([?&][a-z]+=[a-z]*)*$", "&a=b", "!"), Family("<[^>]*(?:[^>]*)*>", "%3C", ""),
        Family("(?:a+){10}y", "a", ""), Family("(?:[01]?\\d\\d?\\.?)+;", "1", ""),
        Family("^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.|$))+;", "1.", ""),
        Family("(.+)+(.+)+;", "a", ""), Family("(?:0|(?:1(?:01*0)*1))*;", "1001", ""),
    ]

    /// Harmless expressions, whose work grows with the URL.
    private static let plain: [Family] = [
        Family("^https://([^/]+\\.)?contoso\\.com/", "a.", "/", start: "https://"),
        Family("[?&]download=1(&|$)", "&download=", ""),
        Family("^https?://[^?]*\\.(exe|zip|msi|dmg|pkg|scr|bat)(\\?|$)", ".", "x"),
        Family("^https?://[^?]*\\.(exe|zip|msi|dmg|pkg|scr|bat)(\\?|$)", ".ex", "x"),
        Family("contoso\\.com", "contoso.co", ""), Family("(www|m)\\.contoso\\.com", "www.contoso.co", ""),
        Family("(?i)login", "logi", ""), Family("aaaaaaaaaaaaaaab", "a", ""),
        Family("^https://[^/]*/.*\\.(exe|zip)$", "a.exe", "/"), Family("^https://x/([a-z]+/)*[0-9]", "a/", "!"),
        Family("evil[0-9]+\\.example", "evil0", ""), Family("//+", "/a", ""),
        Family("\\.(jpe?g|png|gif|webp)(\\?|$)", ".jpg", ""), Family("^[a-z]+://x/[^#]*;", "a", ""),
        Family("(a|b|c|d|e|f|g|h)[0-9]", "abc", ""), Family("[a-z][0-9][a-z][0-9];", "a1", ""),
    ]
}
