extension Unicode.Scalar {
    /// Whether a reader cannot see the scalar, or cannot know what it shows.
    ///
    /// These are controls, marks that change the direction of text and other format characters, line separators, code
    /// points without a character, and everything that
    /// [fonts may leave out](https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point): it includes letters
    /// such as U+3164, with which two names that look the same can be different.
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
