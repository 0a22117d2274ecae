package import PolicyModel

/// How far policies are from a level of the data protection framework, and which settings make them weaker.
package struct LevelDistance: Sendable {
    /// A setting that protects less than the level requires.
    package struct Deviation: Hashable, Sendable {
        /// The setting.
        package var setting: SettingInForce
        /// The value that the level requires.
        package var expected: SettingInForce.Value
    }

    /// The level.
    package var level: BaselineLevel
    /// The settings that are weaker than the level, grouped by policy.
    package var deviations: [Deviation]

    /// Compares policies with a level. The result is nil if there is no policy.
    ///
    /// - Parameters:
    ///   - policies: The policies.
    ///   - level: The level, or nil for the nearest level: the level with the fewest weaker or stricter settings, and
    ///     the higher of two equally near levels.
    init?(of policies: [AppProtectionPolicy], from level: BaselineLevel?) {
        guard !policies.isEmpty else { return nil }
        let level = level ?? Self.nearest(to: policies)
        self.level = level
        deviations = policies.flatMap { policy in
            BaselineComparison(of: policy, with: level.policy).deviations.map { deviation in
                Deviation(
                    setting: SettingInForce(deviation.setting, of: policy),
                    expected: SettingInForce.Value(level.policy[deviation.setting])
                )
            }
        }
    }

    private static func nearest(to policies: [AppProtectionPolicy]) -> BaselineLevel {
        let distances = BaselineLevel.allCases.reversed().map { level in
            let distance = policies.reduce(0) { sum, policy in
                sum + BaselineComparison(of: policy, with: level.policy).deviations.count
                    + BaselineComparison(of: level.policy, with: policy).deviations.count
            }
            return (level: level, distance: distance)
        }
        return distances.min { $0.distance < $1.distance }?.level ?? .basic
    }
}
