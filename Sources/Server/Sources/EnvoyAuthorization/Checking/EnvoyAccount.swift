#if GRPC
    import Answering
    import SwiftProtobuf

    /// The acting account as determined by Envoy: from a token that `jwt_authn` has verified, or from the client's
    /// certificate.
    enum EnvoyAccount: Hashable {
        /// No account is stated.
        case absent
        /// An account is stated.
        case account([UInt8])
        /// The value does not name an account.
        case invalid

        /// The account in dynamic metadata.
        ///
        /// - Parameters:
        ///   - metadata: The metadata by namespace: those of `metadata_context_namespaces`.
        ///   - names: The namespace, and the path of names to a string in it.
        /// - Returns: The account that the string names.
        static func metadata(_ metadata: [String: Google_Protobuf_Struct], at names: [String]) -> EnvoyAccount {
            guard let namespace = names.first, let claims = metadata[namespace] else { return .absent }
            var value = Google_Protobuf_Value(structValue: claims)
            for name in names.dropFirst() {
                guard case .structValue(let members) = value.kind else { return .invalid }
                guard let member = members.fields[name] else { return .absent }
                value = member
            }
            // A list of accounts, or a number, is not an account; nor is it “nobody”.
            guard case .stringValue(let text) = value.kind else { return .invalid }
            return text.isEmpty ? .absent : .account(Array(text.utf8))
        }

        /// The account in a client's certificate, which Envoy has verified if its listener requires one.
        ///
        /// Envoy provides one text: the first URI among the certificate's names, otherwise its first DNS name,
        /// otherwise its subject.
        ///
        /// - Parameters:
        ///   - principal: That text.
        ///   - kind: The kind of name that identifies accounts. Another kind is never accepted in its place.
        /// - Returns: The account that it names.
        static func principal(_ principal: String, kind: ServerBinding.CertificateName) -> EnvoyAccount {
            if principal.isEmpty { return .absent }
            switch kind {
            case .uri: return isURI(principal) ? .account(Array(principal.utf8)) : .invalid
            case .subject: return commonName(principal).map { .account(Array($0.utf8)) } ?? .invalid
            }
        }

        /// Whether a text begins with a scheme. A DNS name has no `:`, and a subject begins with `type=`.
        private static func isURI(_ text: String) -> Bool {
            let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
            guard scheme.count < text.utf8.count, let first = scheme.first, isLetter(first) else { return false }
            return scheme.allSatisfy {
                isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: ".")
            }
        }

        private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

        /// The only common name of a subject in the form of [RFC 2253](https://www.rfc-editor.org/rfc/rfc2253).
        ///
        /// Nil if there is none or more than one, and if the subject has an escape, a quotation or a multi-valued part:
        /// otherwise, a client that chooses its name could write a second `CN=` into the value of the first one.
        private static func commonName(_ subject: String) -> String? {
            guard
                !subject.utf8.contains(where: {
                    $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "+")
                })
            else { return nil }
            var found: String?
            // By bytes: U+0D4E at the end of a value is one character in Swift with the comma after it, which would
            // hide a second `CN=`.
            for part in subject.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                let equals = UInt8(ascii: "=")
                let pair = part.split(separator: equals, maxSplits: 1, omittingEmptySubsequences: false)
                guard pair.count == 2 else { return nil }
                guard pair[0].elementsEqual("CN".utf8) else { continue }
                guard found == nil, !pair[1].isEmpty else { return nil }
                found = String(decoding: pair[1], as: UTF8.self)
            }
            return found
        }
    }
#endif
