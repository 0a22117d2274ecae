/// The words that people write for true and false where only a boolean is meant, such as `YES` or `1`.
///
/// No reader takes them for booleans; findings offer the boolean that was probably meant.
package enum BooleanWord {
    /// What a word means, in any case; nil for every other text.
    package static func meaning(of text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "1", "y", "on": true
        case "no", "false", "0", "n", "off": false
        default: nil
        }
    }
}
