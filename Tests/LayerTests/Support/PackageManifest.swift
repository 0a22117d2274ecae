/// The targets in Package.swift, read from its text: running SwiftPM inside `swift test` would wait for the lock that
/// `swift test` holds.
struct PackageManifest {
    /// A target that is not a test.
    struct Target {
        let name: String
        /// Targets of this package.
        let targets: Set<String>
        /// Products of other packages.
        let products: Set<String>
    }

    let targets: [Target]

    init(_ source: String) {
        // The text after the package's own `targets: [`; the products before it also have target lists.
        let body = source.split(separator: "\n    targets: [", maxSplits: 1).last.map(String.init) ?? ""
        targets = body.matches(of: /\.(target|executableTarget|systemLibrary)\(\s*name: "(\w+)"/).map { match in
            let call = Self.balanced(body[match.range.lowerBound...])
            let dependencies =
                call.firstRange(of: "dependencies: [").map { Self.balanced(call[$0.lowerBound...]) } ?? ""
            let products = Set(dependencies.matches(of: /\.product\(name: "(\w+)"/).map { String($0.output.1) })
            let withoutProducts = dependencies.replacing(/\.product\([^)]*\)/, with: "")
            let names = Set(withoutProducts.matches(of: /"(\w+)"/).map { String($0.output.1) })
            return Target(name: String(match.output.2), targets: names, products: products)
        }
    }

    /// The text from the start of `text` to the end of its first bracket.
    private static func balanced(_ text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "(", "[": depth += 1
            case ")", "]":
                depth -= 1
                if depth == 0 { return text[...index] }
            default: break
            }
        }
        return text
    }
}
