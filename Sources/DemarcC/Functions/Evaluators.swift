// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The names are those of demarc.h, which documents what each function does and what its errors mean. The compiler
// checks the types against the header.

public import CDemarc
import DemarcEngine
import PolicyModel

@c @implementation
public func demarc_evaluator_make(
    _ engine: OpaquePointer?,
    _ evaluator: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    let output = unsafe OutputVariable(clearing: evaluator, to: nil)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        unsafe try output.require()
        unsafe try change(engine) { record throws(CallFailure) in
            guard let handle = unsafe evaluators.insert(EvaluatorRecord(record)) else {
                throw .limit("there are too many evaluators")
            }
            unsafe output.write(handle)
        }
    }
}

@c @implementation
public func demarc_evaluator_rest(
    _ evaluator: OpaquePointer?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in record.rest() }
    }
}

@c @implementation
public func demarc_evaluator_free(_ evaluator: OpaquePointer?) -> demarc_status {
    guard unsafe evaluator != nil else { return demarc_status(DEMARC_OK) }
    return unsafe ErrorReport(clearing: nil).status { () throws(CallFailure) in
        unsafe try evaluators.remove(evaluator)
    }
}

// MARK: About an answer

/// Writes a text about the last answer of an evaluator.
private func write(
    _ handle: OpaquePointer?,
    _ answer: UnsafePointer<demarc_answer>?,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?,
    _ about: (inout EvaluatorRecord, Decision) throws(StaleDecision) -> String
) -> Int {
    unsafe writeText(text, capacity, error) { output throws(CallFailure) in
        let answer = unsafe try CallerStruct.require(answer, demarc_answer(), "the answer")
        return unsafe try evaluators.exclusively(handle) { record throws(CallFailure) in
            let decision = try record.decision(of: answer)
            do throws(StaleDecision) { return output.write(try about(&record, decision)) } catch { throw .stale }
        }
    }
}

@c @implementation
public func demarc_url(
    _ evaluator: OpaquePointer?,
    _ answer: UnsafePointer<demarc_answer>?,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    unsafe write(evaluator, answer, text, capacity, error) { record, decision throws(StaleDecision) in
        try record.evaluator.url(of: decision) ?? ""
    }
}

@c @implementation
public func demarc_route(
    _ evaluator: OpaquePointer?,
    _ answer: UnsafePointer<demarc_answer>?,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    unsafe write(evaluator, answer, text, capacity, error) { record, decision throws(StaleDecision) in
        try record.evaluator.route(of: decision) ?? ""
    }
}

@c @implementation
public func demarc_reasons(
    _ evaluator: OpaquePointer?,
    _ answer: UnsafePointer<demarc_answer>?,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    unsafe write(evaluator, answer, text, capacity, error) { _, decision in
        decision.reasonCodes.map(\.rawValue).joined(separator: ",")
    }
}

@c @implementation
public func demarc_explain(
    _ evaluator: OpaquePointer?,
    _ answer: UnsafePointer<demarc_answer>?,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    unsafe write(evaluator, answer, text, capacity, error) { record, decision throws(StaleDecision) in
        try record.evaluator.explanation(of: decision).form.text
    }
}

@c @implementation
public func demarc_rule(
    _ evaluator: OpaquePointer?,
    _ rule: UInt64,
    _ what: UInt32,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    unsafe writeText(text, capacity, error) { output throws(CallFailure) in
        unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in
            let rule = try record.rule(rule)
            switch Int(what) {
            case DEMARC_RULE_ID: return output.write(rule.id)
            case DEMARC_RULE_SET: return output.write(rule.ruleSet)
            case DEMARC_RULE_BECAUSE: return output.write(rule.because ?? "")
            case DEMARC_RULE_PLACE: return output.write(rule.location.description)
            default: throw .invalid("a rule has no such text")
            }
        }
    }
}

@c @implementation
public func demarc_reason_name(_ reason: UInt32, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
    unsafe writeText(text, capacity, nil) { output in
        output.write(ReasonCode(number: Int(reason))?.rawValue ?? "")
    }
}
