/// What is wrong with a pattern that was given in components, and in which of them.
package struct URLPatternError: Error {
    /// The component whose text the place of the error is in; nil for the base URL, and for all of them.
    package let component: URLPatternComponent?
    package let error: MatcherError
}
