import ByteText
import PolicyModel

/// URLs that only schemes with opaque hosts have.
extension RepresentativeURLs {
    /// Adds a host in a form that only schemes with opaque hosts have.
    mutating func addOpaque(
        _ host: String,
        _ paths: [String],
        _ ports: [String],
        _ queries: [String],
        _ classes: [Int],
        to found: inout [Found]
    ) {
        for number in classes {
            guard let opaque = schemes.opaquePart(of: number) else { continue }
            for port in ports {
                for path in paths {
                    for query in queries {
                        let url = "\(opaque.scheme)://\(host)\(port)\(path)\(query)"
                        found.append(Found(url: url, schemes: opaque.number))
                    }
                }
            }
        }
    }

    /// Adds a URL without a host, which only schemes with opaque hosts have; and the empty pages, which every view
    /// loads.
    mutating func addWithoutHost(_ number: Int, to found: inout [Found]) {
        guard let opaque = schemes.opaquePart(of: number) else { return }
        let emptyPages = opaque.scheme == "about" ? ["blank", "srcdoc"] : []
        found += ([unnamed.opaquePath] + emptyPages)
            .map { Found(url: "\(opaque.scheme):\($0)", schemes: opaque.number) }
    }

    /// Adds the `blob:` URLs of a host's origins, if `blob:` URLs are asked. Rules see only the origin in such a URL, if
    /// it is one of the web.
    mutating func addBlobs(_ host: String, _ ports: [String], to found: inout [Found]) {
        guard schemes.hasBlobs else { return }
        let number = schemes.number(of: [SchemeClasses.blob])
        for scheme in SchemeClasses.web {
            for port in ports {
                let url = "\(scheme)://\(host)\(port)/\(FreshNames.label)"
                found.append(Found(url: SchemeClasses.url(url, with: SchemeClasses.blob), schemes: number))
            }
        }
    }

    /// Adds links to managed apps: with the URLs of a host inside, and with a URL on whose host readers disagree.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - met: The scopes that contain it.
    ///   - paths: The paths of the URLs.
    ///   - ports: The ports of the URLs.
    ///   - queries: The queries of the URLs.
    ///   - found: Receives the links.
    mutating func addWrapped(
        _ host: String,
        _ met: [MatcherScope],
        _ paths: [String],
        _ ports: [String],
        _ queries: [String],
        to found: inout [Found]
    ) {
        let twins = schemes.all.filter { TwinScheme.isTwin($0) }
        guard !twins.isEmpty else { return }
        let inner = Set(met.compactMap(\.schemes).joined()).union(SchemeClasses.web).filter { !TwinScheme.isTwin($0) }
        var urls = [#"https://\#(FreshNames.label)\@\#(host)"#]
        for scheme in inner.sorted() {
            for port in ports {
                for path in paths { urls += queries.map { "\(scheme)://\(host)\(port)\(path)\($0)" } }
            }
        }
        for twin in twins {
            let number = schemes.number(of: [twin])
            found += urls.map { Found(url: WrappedLink.text(of: $0, as: twin), schemes: number) }
        }
    }
}

/// Links in the form in which managed apps hand URLs over.
package enum WrappedLink {
    /// A link that contains a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - twin: The scheme of the link.
    /// - Returns: The link.
    package static func text(of url: String, as twin: String) -> String { "\(twin)://\(escaped(url))" }

    /// A text with escapes, as the engine writes it.
    package static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        Hexadecimal.appendEscaped(text.utf8.span, to: &escaped)
        return String(decoding: escaped, as: UTF8.self)
    }
}
