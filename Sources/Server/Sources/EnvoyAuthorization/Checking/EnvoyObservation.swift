#if GRPC
    import Answering
    import SwiftProtobuf

    /// A request as reported by Envoy, in the terms of ``RequestReading``.
    ///
    /// It observes and translates, and judges nothing: faults are noted, and the reader blocks. The body, fields as
    /// Envoy joins them, and values that Envoy derives from the request are ignored.
    struct EnvoyObservation {
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
        ///   - binding: How requests are read.
        ///   - limits: The limits for clients.
        init(_ attributes: Envoy_Service_Auth_V3_AttributeContext, binding: ServerBinding, limits: ServerLimits) {
            let http = attributes.request.http
            let method = Array(http.method.utf8)
            let raw = http.headerMap.headers
            fields = raw.map { ObservedField(name: Array($0.key.utf8), value: Array($0.rawValue)) }
            // The target of CONNECT is the authority, and then Envoy has no `:path`.
            let isTunnel =
                http.method == "CONNECT" && http.path.isEmpty
                && !fields.contains { $0.name.isEqual(toLowercase: ":protocol") }
            request = ObservedRequest(
                .envoy,
                method: method,
                target: Array((isTunnel ? http.host : http.path).utf8),
                fields: fields,
                accountField: binding.accountField
            )
            wantsHTML = http.method != "CONNECT" && fields.wantsHTML
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
            noteFields(accountField: binding.accountField)
            claimAccount(of: attributes, from: binding.account)
        }

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
                    Self.single.contains { field.name.isEqual(toLowercase: $0) }
                    || accountField.map { field.name.elementsEqual($0.utf8) } == true
                // A path may contain commas, and it is compared with Envoy's.
                if isSingle, !field.name.isEqual(toLowercase: ":path"), field.value.contains(UInt8(ascii: ",")) {
                    request.note(.fieldRepeated)
                }
                if field.name.isEqual(toLowercase: "content-length")
                    || field.name.isEqual(toLowercase: "transfer-encoding")
                {
                    framings += 1
                }
            }
            if framings > 1 { request.note(.framingAmbiguous) }
        }

        // MARK: The account

        private mutating func claimAccount(
            of attributes: Envoy_Service_Auth_V3_AttributeContext,
            from source: ServerBinding.AccountSource
        ) {
            let account: EnvoyAccount
            switch source {
            case .none, .header, .icapUser: return
            case .metadata(let names): account = .metadata(attributes.metadataContext.filterMetadata, at: names)
            case .certificate(let kind): account = .principal(attributes.source.principal, kind: kind)
            }
            switch account {
            case .absent: break
            case .account(let name): request.claim(account: name)
            case .invalid: request.note(.accountInvalid)
            }
        }
    }
#endif
