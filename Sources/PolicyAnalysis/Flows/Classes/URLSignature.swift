import ByteText
import Demarc
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching
import URLStandard

/// Everything that a decision reads from a URL. Two URLs with the same signature have the same decisions.
struct URLSignature: Hashable {
    /// The result of a rule set for a view with a certain document; for a link to an app, also about the URL inside it,
    /// and for a `blob:` URL, about its origin.
    private struct Class: Hashable {
        var urlClass: URLClass?
        /// Whether the default decided.
        var isDefault: Bool
        /// The rule that decided, if rules are distinguished.
        var rank: UInt32?
        /// Whether a rule names the scheme, so that rules decide and no other app opens the URL.
        var isNamed = false
    }

    /// The parsing error, or nil if the text is a URL.
    private var error: URLParsingError?
    /// Whether readers disagree on the URL's target, among them the browsers that links are sent to.
    private var isAmbiguous = false
    /// The scheme if the policy or the engine names it or its twin, otherwise only its kind.
    private var scheme = ""
    private var path = ""
    private var classes: [Class] = []
    /// For each entry of the lists of universal links, whether the URL matches it.
    private var links: [Bool] = []

    /// Whether the rules block both URLs, or neither, in every rule set.
    func isBlocked(like other: URLSignature) -> Bool {
        classes.elementsEqual(other.classes) { own, other in
            own.urlClass.map { $0 == .blocked } == other.urlClass.map { $0 == .blocked }
        }
    }

    /// What remains if no rule names the scheme, and only a block of the rules counts, because otherwise another app
    /// opens the URL.
    var blocks: URLSignature {
        var signature = self
        for position in classes.indices {
            let isBlocked = classes[position].urlClass.map { $0 == .blocked }
            signature.classes[position] = Class(
                urlClass: isBlocked.map { $0 ? .blocked : .internal },
                isDefault: false,
                isNamed: classes[position].isNamed
            )
        }
        return signature
    }

    /// Computes the signatures of URLs under one policy.
    struct Reading {
        private let policy: CompiledPolicy
        /// The schemes that the policy or the engine names, their twins, and the schemes of which it names the twin.
        let namedSchemes: Set<String>
        private let links: [LinkPattern]
        /// Each rule set, paired with no document and with the documents of the views that use it.
        private let questions: [(ruleSet: Int, document: SiteDocument?)]
        private let scratch = Scratch()
        /// Whether URLs with the same decision by different rules are distinguished.
        private let tellsRules: Bool
        /// The ranks of further rules whose URLs are distinguished from those of others, for each rule set.
        private let toldRanks: [Set<UInt32>]
        private let isOfRules: Bool
        /// The schemes that a rule names, or that views load whatever the rules say.
        let schemesOfViews: Set<String>
        /// The schemes of custom browsers.
        let schemesOfBrowsers: Set<String>

        /// The buffers that signature computation writes to. Only one thread may use them.
        private final class Scratch {
            var match = MatchScratch()
        }

        /// Prepares signatures.
        ///
        /// - Parameters:
        ///   - policy: The policy.
        ///   - tellsRules: Whether URLs with the same decision by different rules are distinguished.
        ///   - told: The ids of rules whose URLs are distinguished from those of others anyway, by the names of their rule
        ///     sets.
        ///   - isOfRules: Whether only rules distinguish URLs: not the lists of universal links, which navigations
        ///     ignore, and not what a URL of another app wraps.
        init(
            _ policy: CompiledPolicy,
            tellsRules: Bool = false,
            telling told: [String: Set<String>] = [:],
            isOfRules: Bool = false
        ) {
            self.policy = policy
            self.tellsRules = tellsRules
            toldRanks = zip(policy.ruleSets, policy.document.ruleSets)
                .map { compiled, ruleSet in
                    guard let ids = told[ruleSet.name] else { return [] }
                    let ranks = 0..<UInt32(compiled.ruleCount)
                    return Set(ranks.filter { ids.contains(compiled.reference(rank: $0, entry: 0).id) })
                }
            self.isOfRules = isOfRules
            let document = policy.document
            var schemes = MatcherScope.schemesWithoutRules.union(SpecialScheme.allCases.map(\.name))
            schemes.formUnion(
                RedirectScheme.dialerSchemes + RedirectScheme.messagingSchemes + ["mailto", "ms-outlook"]
            )
            schemes.formUnion(document.app.texts(.webViewHandledURLSchemes))
            schemes.formUnion(document.app.texts(.queriesSchemes))
            schemes.formUnion((document.apps ?? []).flatMap(\.schemes))
            for settings in document.policies.values {
                schemes.formUnion(settings.exemptedAppProtocols.flatMap(\.schemes))
                schemes.formUnion(
                    [
                        settings.customBrowserProtocol, settings.customDialerAppProtocol,
                        settings.messagingRedirectAppUrlScheme,
                    ]
                    .compactMap { $0?.text }
                )
            }
            schemesOfBrowsers = policy.schemesOfCustomBrowsers
            schemes.formUnion(schemesOfBrowsers)
            schemesOfViews = policy.ruleSets.reduce(into: Set(document.app.texts(.webViewHandledURLSchemes))) {
                $0.formUnion($1.namedSchemes)
            }
            schemes.formUnion(schemesOfViews)
            // Which app a scheme opens depends on its twin too, even if only the twin is named.
            namedSchemes = schemes.union(schemes.map { TwinScheme.of($0) })
                .union(schemes.compactMap { TwinScheme.base(of: $0) })
            let lists = document.policies.values.sorted(on: \.name)
                .flatMap { $0.exemptedUniversalLinks + $0.managedUniversalLinks }
            let declared = (document.apps ?? []).flatMap(\.universalLinks)
            links = isOfRules ? [] : (lists + declared).compactMap { try? LinkPattern($0, as: .universalLink) }
            questions = document.ruleSets.enumerated()
                .flatMap { position, ruleSet -> [(Int, SiteDocument?)] in
                    let documents = document.views.filter { $0.ruleSet == ruleSet.name }.compactMap(\.document)
                    return [(position, nil)] + Set(documents).sorted().map { (position, SiteDocument($0)) }
                }
        }

        /// The signature of a URL, taken from the text exactly as given.
        func signature(of text: String) -> URLSignature {
            var signature = URLSignature()
            var url = URLRecord()
            do throws(URLParsingError) { try url.parse(text.utf8.span) } catch {
                signature.error = error
                return signature
            }
            signature.isAmbiguous = url.disagreesOnAuthority(with: text.utf8.span) || policy.hidesHost(url)
            let scheme = url.scheme.string
            let isTwin = TwinScheme.isTwin(scheme)
            signature.scheme = namedSchemes.contains(scheme) ? scheme : isTwin ? "other-intunemam" : "other"
            // If a page has no origin, its path determines what it is or where it leads.
            let hasOwnPath = MatcherScope.schemesWithoutRules.contains(scheme) || scheme == "mailto" || isTwin
            if !isOfRules, hasOwnPath { signature.path = text }
            var form = URLRecord()
            form.become(matchingFormOf: url)
            for link in links { signature.links.append(link.matches(form: form)) }
            let isBlob = scheme == SchemeClasses.blob
            var hasOrigin = false
            if isBlob { hasOrigin = form.become(originOfBlob: url) }
            for question in questions {
                let isNamed = policy.ruleSets[question.ruleSet].names(scheme: url.scheme)
                if !isBlob {
                    signature.classes.append(classify(url, question, isNamed: isNamed))
                } else if hasOrigin {
                    signature.classes.append(classify(form, question, isNamed: isNamed))
                } else {
                    // Rules have no answer about an opaque origin.
                    signature.classes.append(Class(isDefault: false, isNamed: isNamed))
                }
            }
            if url.specialScheme == nil { addInside(url.hrefString, scheme, to: &signature) }
            return signature
        }

        /// Adds what apps find in a link to them that has no other URL inside: the same URL with the scheme that a twin
        /// stands for, and the URL that a browser reads in one of its own scheme. Such a link is ambiguous if that URL
        /// is, and blocked if rules block it.
        private func addInside(_ link: String, _ scheme: String, to signature: inout URLSignature) {
            let base = TwinScheme.base(of: scheme)
            var text = Array((base.map { SchemeClasses.url(link, with: $0) } ?? link).utf8)
            guard base != nil || policy.readAsBrowser(&text) else { return }
            var url = URLRecord()
            repeat { add(&url, readFrom: text, to: &signature) } while policy.readAsBrowser(&text)
        }

        private func add(_ url: inout URLRecord, readFrom text: [UInt8], to signature: inout URLSignature) {
            do throws(URLParsingError) { try url.parse(text.span) } catch { return }
            if url.disagreesOnAuthority(with: text.span) || policy.hidesHost(url) { signature.isAmbiguous = true }
            for (position, question) in questions.enumerated() where signature.classes[position].urlClass != .blocked {
                let inside = classify(url, question, isNamed: signature.classes[position].isNamed)
                if inside.urlClass == .blocked { signature.classes[position] = inside }
            }
        }

        private func classify(
            _ url: borrowing URLRecord,
            _ question: (ruleSet: Int, document: SiteDocument?),
            isNamed: Bool
        ) -> Class {
            scratch.match.document = question.document
            let match = policy.ruleSets[question.ruleSet].match(url, scratch: &scratch.match)
            return Class(
                urlClass: match.urlClass,
                isDefault: match.rank == RuleMatch.noRank,
                rank: tellsRules || toldRanks[question.ruleSet].contains(match.rank) ? match.rank : nil,
                isNamed: isNamed
            )
        }
    }
}

extension CompiledPolicy {
    /// The schemes of the browsers of custom protocols that policies require.
    var schemesOfCustomBrowsers: Set<String> { Set(requiredBrowsers.filter { $0.kind == .custom }.flatMap(\.schemes)) }
}

extension RequiredBrowser {
    /// The schemes that open this browser.
    var schemes: [String] { [httpScheme, httpsScheme].map { String(decoding: $0, as: UTF8.self) } }
}
