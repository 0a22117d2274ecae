import Diagnostics

/// Which element can stand where.
extension XMLTreeBuilder {
    func check(_ element: XMLElement?, _ name: String, inside parent: Frame, at tag: Range<Int>) {
        guard parent.element != nil else { return }
        guard let element, element != .plist else {
            let nearest = NearMiss.suggestion(for: name, among: XMLElement.allCases.map(\.rawValue))
            let help = nearest.map { "did you mean `<\($0)>`?" }
            report(.unknownElement, "`<\(Quoted.word(name))>` is no value", at: tag, help: help)
            return
        }
        switch parent.element {
        case .plist where element != .key:
            if parent.count > 0 {
                let message = "a second value; a property list has one"
                report(.severalValues, message, at: tag, help: "put both into an `<array>`, or remove one")
            }
        case .dict where element != .key && parent.key == nil:
            report(.missingKey, "a value without a key", at: tag, help: "write `<key>` and its name before it")
        case .plist, .array:
            if element == .key {
                report(.unknownElement, "a key outside a dictionary", at: tag, help: "keys stand in `<dict>`")
            }
        case .dict: break
        default:
            report(.unknownElement, "`<\(name)>` inside `<\(parent.name)>`, which holds text only", at: tag)
        }
    }

    func checkRoot(_ name: String, at tag: Range<Int>) {
        guard name != XMLElement.plist.rawValue else { return }
        let isValue = XMLElement(rawValue: name) != nil
        let message = "the root is `<\(Quoted.word(name))>`, not `<plist>`"
        stop(with: .notAPropertyList, message, tag, help: isValue ? "put it into `<plist version=\"1.0\">`" : nil)
    }

    func reportKeyWithoutValue(of frame: Frame) {
        guard let key = frame.key else { return }
        report(
            .missingValue,
            "the key `\(Quoted.word(key.text))` has no value",
            at: key.place,
            help: "write its value behind it, or remove the key"
        )
    }
}
