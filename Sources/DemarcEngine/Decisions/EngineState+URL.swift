import PolicyModel
import RuleIndex
import URLStandard

/// Row 1 of every table that decides on a URL.
extension EngineState {
    /// Reads the URL that is decided on, and its kind of scheme.
    ///
    /// - Parameters:
    ///   - input: The URL as it was given.
    ///   - context: The URL is written to it, or why it is not a URL.
    /// - Returns: To block, where the input is not a URL, or is another one to other readers and the policy rejects
    ///   those; else nil.
    @inline(__always)
    func readURL(_ input: Span<UInt8>, _ context: inout DecisionContext) -> Outcome? {
        do throws(URLParsingError) {
            try context.subject.url.parse(input)
            context.parsingError = nil
        } catch {
            context.parsingError = error
            return context.block(.urlInvalid)
        }
        if !context.subject.url.isPlain, policy.rejectsAmbiguousURLs,
            context.subject.url.disagreesOnAuthority(with: input)
        {
            return context.blockAmbiguous(input)
        }
        context.scheme =
            NavigationScheme(context.subject.url.specialScheme) ?? NavigationScheme(of: context.subject.url)
        return nil
    }
}
