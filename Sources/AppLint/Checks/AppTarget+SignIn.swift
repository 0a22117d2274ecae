import ByteText
import Diagnostics
import PolicyModel
import PropertyList

/// The values with which the SDK signs a user in: whether they have a valid form.
///
/// Placeholders left from a sample or a template, such as `[ClientID]`, do not.
extension AppTarget {
    /// Client ID, redirect and authority.
    var formFindingsOfSignIn: [LintFinding] {
        [
            formFinding(
                "ADALClientId",
                .invalidClientId,
                "is not a client ID",
                help: "write the application ID of the app's registration, such as "
                    + "`b6c7a1b2-0000-0000-0000-000000000000`",
                Self.isClientID
            ),
            formFinding(
                "ADALRedirectUri",
                .invalidRedirect,
                "is not a redirect URI",
                help: "write the redirect URI of the app's registration, such as `msauth.com.contoso.app://auth`",
                Self.isRedirectURI
            ),
            formFinding(
                "ADALRedirectScheme",
                .invalidRedirect,
                "is not a URL scheme",
                help: "write the scheme of the redirect URI, without `://`",
                RedirectScheme.isScheme
            ),
            formFinding(
                "ADALAuthority",
                .invalidAuthority,
                "is not an authority",
                help: "write a URL with the tenant, such as `https://login.microsoftonline.com/contoso.com`",
                Self.isAuthority
            ),
        ]
        .compactMap(\.self)
    }

    /// An empty value counts as missing, and a value that the build fills in is not checked.
    private func formFinding(
        _ key: String,
        _ code: AppLintCode,
        _ what: String,
        help: String,
        _ isValid: (String) -> Bool
    ) -> LintFinding? {
        guard let value = settings?[key], let text = value.knownText, !text.isEmpty, !isValid(text) else { return nil }
        return LintFinding(code, "`\(Quoted.word(text))` \(what)", at: [value.place], help: help)
    }

    /// Whether a text is an identifier of 32 hexadecimal digits in five groups.
    private static func isClientID(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexadecimalDigit)
    }

    /// Whether a text is a scheme whose colon is followed by characters valid in a URI.
    private static func isRedirectURI(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), RedirectScheme.isScheme(text[..<colon]) else { return false }
        let rest = text[colon...].utf8.dropFirst()
        return !rest.isEmpty && rest.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>[]\\^`{|}".utf8.contains($0) }
    }

    /// Whether a text is `https`, a host and a tenant.
    private static func isAuthority(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].lowercased() == "https:", parts[1].isEmpty else { return false }
        let isWord = { (part: Substring) in
            !part.isEmpty && part.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
        }
        let last = parts.count > 4 && parts[parts.count - 1].isEmpty ? parts.count - 1 : parts.count
        return parts[2].contains(".") && parts[2..<last].allSatisfy(isWord)
    }
}
