/// One step through a YAML document, as [YAML 1.1](https://yaml.org/spec/1.1/#id859333) takes it.
struct YAMLEvent {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case scalar(text: String, isPlain: Bool)
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
        case alias(String)
    }

    var kind: Kind
    /// The name after `&`.
    var anchor: String?
    /// Whether an explicit tag such as `!!binary` stands before the value.
    var hasTag = false
    /// The number of the scalar at which the text of the event begins, counted from 0 over the whole text.
    var start: Int
    /// The number of the scalar behind its last one.
    var end: Int
}
