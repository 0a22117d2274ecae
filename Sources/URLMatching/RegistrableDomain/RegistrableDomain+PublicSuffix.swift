import CPSL

extension RegistrableDomain {
    /// Whether a domain is a public suffix that the list names: `com`, `co.uk`, `github.io`.
    ///
    /// A single label that the list does not know, such as `corp`, is none here, although ``range(in:)`` has nothing to
    /// say of it either.
    ///
    /// - Parameter domain: A domain in canonical form.
    /// - Returns: False for a name that is none, and for one that is too long.
    /// - Complexity: O(*n*) in the length of the domain.
    package static func isPublicSuffix(_ domain: String) -> Bool {
        guard !domain.isEmpty, domain.utf8.count <= 253, !domain.utf8.contains(0) else { return false }
        // SAFETY: the string ends with a 0 and is read during the call only; the built-in list is constant.
        return unsafe domain.withCString { text in
            unsafe psl_is_public_suffix2(psl_builtin(), text, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) != 0
        }
    }
}
