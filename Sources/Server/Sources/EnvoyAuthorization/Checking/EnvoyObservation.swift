#if GRPC
    import Answering
    import SwiftProtobuf

    /// A request as reported by Envoy, in the terms of ``RequestReading``.
    ///
    /// It observes and translates, and judges nothing: faults are noted, and the reader blocks. The body, fields as
    /// Envoy joins them, and values that Envoy derives from the request are ignored.
    struct EnvoyObservation {
        /// The name of the binding; empty if `context_extensions` contains none.
        let binding: String
        /// The observed request.
        private(set) var request: ObservedRequest
        /// Every field with its original name, including pseudo-headers.
        let fields: [ObservedField]
        /// Whether the request is a navigation of a browser that accepts HTML.
        let wantsHTML: Bool

        /// The key of `context_extensions` that names the binding.
        static let bindingKey = "binding"

        /// Observes a request.
        ///
        /// - Parameters:
        ///   - attributes: Envoy's description of the request.
        ///   - binding: How requests are read; nil for an unknown binding, which blocks.
        ///   - limits: The limits for clients.
        init(_ attributes: Envoy_Service_Auth_V3_AttributeContext, binding: ServerBinding?, limits: ServerLimits) {
            let http = attributes.request.http
            let method = Array(http.method.utf8)
            let raw = http.headerMap.headers
            fields = raw.map { ObservedField(name: Array($0.key.utf8), value: Array($0.rawValue)) }
            self.binding = attributes.contextExtensions[Self.bindingKey] ?? ""
            // The target of CONNECT is the authority, and then Envoy has no `:path`.
            let isTunnel =
                http.method == "CONNECT" && http.path.isEmpty && !fields.contains { $0.isNamed(":protocol") }
            request = ObservedRequest(
                .envoy,
                method: method,
                target: Array((isTunnel ? http.host : http.path).utf8),
                fields: fields,
                accountField: binding?.accountField
            )
            wantsHTML = Self.wantsHTML(method: method, fields: fields)
            // Without `encode_raw_headers`, repeated fields arrive joined, and bytes outside UTF-8 are replaced: the
            // original request cannot be determined.
            if raw.isEmpty { request.note(.fieldMissing) }
            if raw.contains(where: { $0.rawValue.isEmpty && !$0.value.isEmpty }) { request.note(.fieldsDiffer) }
            // Envoy's own reading of the authority must agree too.
            if !http.host.isEmpty { request.add(authority: Array(http.host.utf8), from: .pseudo) }
            if !attributes.tlsSession.sni.isEmpty {
                request.add(authority: Array(attributes.tlsSession.sni.utf8), from: .sni)
            }
            if http.path.utf8.count > limits.targetBytes { request.note(.targetTooLong) }
            if fields.reduce(0, { $0 + $1.name.count + $1.value.count + 4 }) > limits.headerBytes {
                request.note(.headTooLarge)
            }
            noteFields(accountField: binding?.accountField)
            if let binding { claimAccount(of: attributes, from: binding.account) }
        }

        /// The first value of a field.
        ///
        /// - Parameter name: Its name in lower case.
        /// - Returns: The value; nil if there is no such field.
        func value(of name: StaticString) -> [UInt8]? { fields.first { $0.isNamed(name) }?.value }

        // MARK: Fields

        /// The fields that determine what a request is and which account acts. A comma in one of them indicates two
        /// fields that were joined before we saw them, as Envoy joins two `Host` fields.
        private static let single: [StaticString] = [
            ":authority", ":method", ":path", ":scheme", ":protocol", "host", "x-forwarded-proto", "upgrade",
            "sec-fetch-dest",
        ]

        private mutating func noteFields(accountField: String?) {
            var framings = 0
            for field in fields {
                let isSingle =
                    Self.single.contains { field.isNamed($0) }
                    || accountField.map { field.name.elementsEqual($0.utf8) } == true
                // A path may contain commas, and it is compared with Envoy's.
                if isSingle, !field.isNamed(":path"), field.value.contains(UInt8(ascii: ",")) {
                    request.note(.fieldRepeated)
                }
                if field.isNamed("content-length") || field.isNamed("transfer-encoding") { framings += 1 }
            }
            if framings > 1 { request.note(.framingAmbiguous) }
        }

        private static func wantsHTML(method: [UInt8], fields: [ObservedField]) -> Bool {
            guard !method.elementsEqual("CONNECT".utf8) else { return false }
            if let mode = fields.first(where: { $0.isNamed("sec-fetch-mode") }),
                !mode.value.elementsEqual("navigate".utf8)
            {
                return false
            }
            return fields.contains { field in
                field.isNamed("accept")
                    && field.value.split(separator: UInt8(ascii: ","))
                        .contains { range in
                            let type = range.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 0x20 }
                            return type.elementsEqual("text/html".utf8)
                                || type.elementsEqual("application/xhtml+xml".utf8)
                        }
            }
        }

        // MARK: The account

        private mutating func claimAccount(
            of attributes: Envoy_Service_Auth_V3_AttributeContext,
            from source: ServerBinding.AccountSource
        ) {
            switch source {
            case .none, .header, .icapUser: break
            case .metadata(let names):
                switch EnvoyAccount.metadata(attributes.metadataContext.filterMetadata, at: names) {
                case .absent: break
                case .account(let account): request.claim(account: account)
                case .invalid: request.note(.accountInvalid)
                }
            case .certificate(let kind):
                switch EnvoyAccount.principal(attributes.source.principal, kind: kind) {
                case .absent: break
                case .account(let account): request.claim(account: account)
                case .invalid: request.note(.accountInvalid)
                }
            }
        }
    }

    extension ObservedField {
        /// Whether this is the name of the field, which Envoy sends in lower case.
        ///
        /// - Parameter other: A name in lower case.
        /// - Returns: Whether it is the name, ignoring case.
        func isNamed(_ other: StaticString) -> Bool {
            guard name.count == other.utf8CodeUnitCount else { return false }
            return other.withUTF8Buffer { letters in
                // SAFETY: the buffer provides the literal's bytes for the call, and they are read within its bounds.
                unsafe zip(name, letters)
                    .allSatisfy { byte, letter in ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == letter }
            }
        }
    }
#endif
