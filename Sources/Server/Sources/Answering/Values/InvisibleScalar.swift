extension Unicode.Scalar {
    /// Whether a reader cannot see the scalar, or cannot know what it shows. The library has the same rule, which other
    /// packages cannot use.
    var isInvisible: Bool {
        switch properties.generalCategory {
        // Controls, directional marks and other format characters, line separators, and code points without a
        // character.
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
