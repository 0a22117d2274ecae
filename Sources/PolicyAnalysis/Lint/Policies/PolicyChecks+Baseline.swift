import AppLint
import PolicyModel

/// The comparison with a level of the data protection framework.
extension PolicyChecks {
    mutating func compare(with level: BaselineLevel) {
        for deviation in BaselineComparison(of: policy, with: level.policy).deviations {
            let has = deviation.element == nil ? "is \(deviation.actual)" : "also has \(deviation.actual)"
            add(
                .weakerThanBaseline,
                "`\(deviation.setting.name)` \(has); level \(level.rawValue) asks for \(deviation.wanted)",
                at: deviation.setting,
                element: deviation.element,
                help: "make it at least as strict, or choose a lower level"
            )
        }
    }
}
