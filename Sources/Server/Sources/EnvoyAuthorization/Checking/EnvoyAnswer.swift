#if GRPC
    import Answering
    import SwiftProtobuf

    /// Converts answers to Envoy's messages.
    ///
    /// The gRPC status of an answer is OK: with `failure_mode_allow`, Envoy treats any other status as an outage and lets the
    /// request through. The verdict is in the message.
    enum EnvoyAnswer {
        /// Creates the message for an answer.
        ///
        /// - Parameters:
        ///   - answer: The answer.
        ///   - fields: The fields of the request; those that resemble ours are removed.
        ///   - accountField: The field that contains the account, which is kept.
        /// - Returns: The message.
        static func response(
            to answer: HostAnswer,
            fields: [ObservedField],
            accountField: String?
        ) -> Envoy_Service_Auth_V3_CheckResponse {
            var response = Envoy_Service_Auth_V3_CheckResponse()
            if answer.isAllowed, answer.status == 200 {
                response.status.code = 0
                response.okResponse = allow(answer, fields: fields, accountField: accountField)
            } else {
                response.status.code = permissionDenied
                response.deniedResponse = denial(answer)
            }
            response.dynamicMetadata = metadata(answer)
            return response
        }

        /// `PERMISSION_DENIED` of google.rpc.Code.
        static let permissionDenied: Int32 = 7

        private static func allow(
            _ answer: HostAnswer,
            fields: [ObservedField],
            accountField: String?
        ) -> Envoy_Service_Auth_V3_OkHttpResponse {
            var allow = Envoy_Service_Auth_V3_OkHttpResponse()
            let ours = answer.fields.filter { $0.name.hasPrefix(DecisionField.prefix) }
            allow.headers = ours.map(option)
            let kept = Set(ours.map(\.name) + (accountField.map { [$0] } ?? []))
            var removed: Set<String> = []
            for field in fields {
                let name = String(decoding: field.name, as: UTF8.self).lowercased()
                // Some servers read `x_demarc_verdict` and `x~demarc~verdict` as our fields.
                let isOurs = field.isLookalike || name.utf8.starts(with: DecisionField.prefix.utf8)
                if isOurs, !kept.contains(name) { removed.insert(name) }
            }
            allow.headersToRemove = removed.sorted()
            return allow
        }

        private static func denial(_ answer: HostAnswer) -> Envoy_Service_Auth_V3_DeniedHttpResponse {
            var denial = Envoy_Service_Auth_V3_DeniedHttpResponse()
            // A denial is never a 2xx, whatever the answer contains.
            denial.status.code = answer.status == 302 ? .found : .forbidden
            denial.headers = answer.fields.map(option)
            denial.body = String(decoding: answer.body, as: UTF8.self)
            return denial
        }

        private static func option(_ field: (name: String, value: String)) -> Envoy_Config_Core_V3_HeaderValueOption {
            var option = Envoy_Config_Core_V3_HeaderValueOption()
            option.header.key = field.name
            option.header.value = field.value
            // By default, Envoy appends to a field, and then the client's own value would come first.
            option.appendAction = .overwriteIfExistsOrAdd
            return option
        }

        /// The metadata for access logs and later filters, under `envoy.filters.http.ext_authz`.
        private static func metadata(_ answer: HostAnswer) -> Google_Protobuf_Struct {
            var fields: [String: Google_Protobuf_Value] = [:]
            for field in [DecisionField.verdict, .urlClass, .page, .rule, .id] {
                fields[field.word] = Google_Protobuf_Value(stringValue: answer.field(field.rawValue) ?? "-")
            }
            return Google_Protobuf_Struct(fields: fields)
        }
    }
#endif
