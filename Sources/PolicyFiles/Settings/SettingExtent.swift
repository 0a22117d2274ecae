import Diagnostics
import DocumentReading

/// Where an entry of a policy is written in its file, for findings that underline its value or a part of it.
package struct SettingExtent: Sendable {
    /// The bytes of the key, with its quotes or tags.
    package let key: Range<Int>
    /// The bytes of the value; nil if they are elsewhere.
    package let value: Range<Int>?
    /// The bytes of each text that takes effect, in the order of the file: of a list, its elements, and of a pair, its
    /// `value`, because its name is for people.
    package let texts: [Range<Int>]

    init(_ entry: DocumentNode.Entry) {
        let key = entry.keyPlace
        // In YAML, an alias has the place of its anchor, which may be in another policy.
        func bytes(of place: DocumentNode.Place) -> Range<Int>? {
            place.file == key.file && place.start >= key.end && place.end > place.start ? place.offsets : nil
        }
        self.key = key.offsets
        value = bytes(of: entry.value.place)
        let elements = if case .sequence(let list) = entry.value.content { list } else { [entry.value] }
        texts = elements.compactMap { element in
            guard case .mapping(let pair) = element.content else { return bytes(of: element.place) }
            return pair.first { $0.key == "value" }.flatMap { bytes(of: $0.value.place) }
        }
    }
}

extension ReadingContext {
    /// The location of a setting's key. The entry is kept if the caller wants the extents of settings.
    func location(ofSetting name: String, _ value: DocumentNode, in fields: Fields) -> SourceLocation {
        let place = fields.keyPlace(name) ?? value.place
        return location(ofSetting: DocumentNode.Entry(key: name, keyPlace: place, value: value))
    }

    /// The location of an entry's key. The entry is kept if the caller wants the extents of settings.
    func location(ofSetting entry: DocumentNode.Entry) -> SourceLocation {
        let location = location(of: entry.keyPlace)
        // Nothing can be underlined in a binary property list.
        if file(of: entry.keyPlace).binaryKeys == nil { settingEntries?[location] = entry }
        return location
    }

    /// The extents of the settings read so far, by the locations of their keys; empty unless they were kept.
    ///
    /// - Complexity: O(*n*) in the settings and their elements.
    var settingExtents: [SourceLocation: SettingExtent] { settingEntries?.mapValues { SettingExtent($0) } ?? [:] }
}
