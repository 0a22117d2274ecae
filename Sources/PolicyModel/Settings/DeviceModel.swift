/// The model of a device, such as `iPhone14,2`, compared without regard to case.
public struct DeviceModel: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case.
    public let canonical: String

    /// Creates a model from its name in any case.
    public init(_ name: String) { canonical = name.lowercased() }

    /// The name in lower case.
    public var description: String { canonical }
}

/// The models that a policy allows: names separated by `;`.
public struct AllowedDeviceModels: Hashable, Sendable, CustomStringConvertible {
    /// The text as written.
    public let text: String
    /// The models.
    public let models: Set<DeviceModel>

    /// The maximum number of models that a policy may list.
    public static let countLimit = 10_000

    /// Reads a list. Spaces around a name, and empty names, are ignored.
    ///
    /// - Returns: nil for more than ``countLimit`` models.
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        var models: Set<DeviceModel> = []
        for part in text.split(separator: ";") {
            let name = part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
            guard !name.isEmpty else { continue }
            models.insert(DeviceModel(String(name)))
            guard models.count <= Self.countLimit else { return nil }
        }
        self.text = text
        self.models = models
    }

    /// The text as written.
    public var description: String { text }
}

extension AllowedDeviceModels: PolicySettingContent {
    static var kind: PolicySettingKind { .models }
    var settingValue: PolicySettingValue? { .text(text) }

    init?(_ value: PolicySettingValue) {
        guard case .text(let text) = value else { return nil }
        self.init(text)
    }
}
