// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The names are those of demarc.h, which documents what each function does and what its errors mean. The compiler
// checks the types against the header.

public import CDemarc
import DemarcEngine
import PolicyModel
import RequestReading

@c @implementation
public func demarc_request_read(
    _ evaluator: OpaquePointer?,
    _ binding: UnsafePointer<demarc_binding>?,
    _ request: UnsafePointer<demarc_request>?,
    _ answer: UnsafeMutablePointer<demarc_request_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    let output = unsafe Output(clearing: answer)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        try output.require()
        let binding = unsafe try CallerStruct.require(binding, demarc_binding(), "the binding")
        let request = unsafe try CallerStruct.require(request, demarc_request(), "the request")
        let observed = unsafe try ObservedRequest(request)
        unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in
            record.forgetLast()
            output.write(unsafe try record.requests.decide(observed, binding, with: &record.evaluator))
        }
    }
}

@c @implementation
public func demarc_request_text(
    _ evaluator: OpaquePointer?,
    _ answer: UnsafePointer<demarc_request_answer>?,
    _ what: UInt32,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    unsafe writeText(text, capacity, error) { output throws(CallFailure) in
        let answer = unsafe try CallerStruct.require(answer, demarc_request_answer(), "the answer")
        return unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in
            output.write(try record.requests.text(what, of: answer, record.link))
        }
    }
}

@c @implementation
public func demarc_fault_name(
    _ fault: demarc_fault,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int
) -> Int {
    unsafe writeText(text, capacity, nil) { output in
        output.write(RequestFault(number: fault)?.rawValue ?? "")
    }
}

@c @implementation
public func demarc_field_compare(
    _ field: UnsafePointer<UInt8>?,
    _ field_length: Int,
    _ consumed: UnsafePointer<UInt8>?,
    _ consumed_length: Int
) -> Int32 {
    Int32(
        truncatingIfNeeded: unsafe ErrorReport(clearing: nil).length { () throws(CallFailure) in
            let field = unsafe try CallerBytes(unsafe field, field_length)
            let consumed = unsafe try CallerBytes(unsafe consumed, consumed_length).string()
            // No field would be the same as a name with capitals, and the caller would read no field at all.
            guard !consumed.utf8.contains(where: { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else {
                throw .invalid("the name of a field that is read has capital letters")
            }
            switch ConsumedFields.compare(field.span, consumed) {
            case .other: return Int(DEMARC_FIELD_OTHER)
            case .same: return Int(DEMARC_FIELD_SAME)
            case .alias: return Int(DEMARC_FIELD_ALIAS)
            }
        }
    )
}

@c @implementation
public func demarc_version() -> UInt32 {
    UInt32(DEMARC_VERSION_MAJOR) << 16 | UInt32(DEMARC_VERSION_MINOR) << 8 | UInt32(DEMARC_VERSION_PATCH)
}
