import Diagnostics
import DocumentReading
import PolicyModel
import URLMatching

/// `organizations`: which hosts belong to which organization, if rules alone cannot express it.
struct OrganizationsSection {
    let context: ReadingContext

    /// Reads the organizations.
    ///
    /// - Parameters:
    ///   - node: The mapping from names to organizations.
    ///   - names: The organization names that accounts and apps use.
    /// - Returns: The organizations that could be read, in document order.
    func read(_ node: DocumentNode, names: KnownNames) -> [OrganizationDeclaration] {
        guard case .mapping(let entries) = node.content else {
            context.report(
                .wrongType,
                "expected organizations by name, found \(context.description(of: node))",
                at: node.place,
                help: "write `organizations: {contoso: {hosts: [contoso.com]}}`"
            )
            return []
        }
        return entries.compactMap { organization($0, names) }
    }

    private func organization(_ entry: DocumentNode.Entry, _ names: KnownNames) -> OrganizationDeclaration? {
        if !names.contains(entry.key) {
            // Many accounts and apps name the same organization.
            var seen: Set<String> = []
            let known = names.ordered.filter { seen.insert($0).inserted }
            context.reportUnknown(entry.key, called: "organization", at: entry.keyPlace, among: known)
        }
        guard let fields = context.fields(entry.value, "an organization", keys: DocumentKeys.organization),
            let node = context.required("hosts", of: fields, help: "list the hosts that are its own"),
            let elements = context.elements(node, of: "hosts")
        else { return nil }
        if elements.isEmpty {
            context.report(
                .missingValue,
                "no host is named",
                at: node.place,
                help: "name one, or remove the organization"
            )
        }
        return OrganizationDeclaration(
            name: entry.key,
            hosts: elements.compactMap { host($0) },
            location: context.location(of: entry.keyPlace)
        )
    }

    /// A host in canonical form, or a block of addresses.
    private func host(_ node: DocumentNode) -> String? {
        guard let text = context.name(node) else { return nil }
        do throws(MatcherError) {
            let block = try AddressMatcher(text)
            return "\(block.network)/\(block.prefixLength)"
        } catch {
            // Any other text is not an address, and may be a domain.
            if [.addressSpelling, .hostBitsSet, .invalidPrefixLength, .hasPort].contains(error.code) {
                context.report(error.code.rawValue, error.message, at: node.place, help: error.help)
                return nil
            }
        }
        do throws(MatcherError) {
            let domain = try DomainMatcher(text).domain
            guard !RegistrableDomain.isPublicSuffix(domain) else {
                context.report(
                    .unknownValue,
                    "anybody can have a site below `\(Quoted.word(domain))`, so it does not belong to one organization",
                    at: node.place,
                    help: "name the organization's own domain below it"
                )
                return nil
            }
            return domain
        } catch {
            context.report(error.code.rawValue, error.message, at: node.place, help: error.help)
            return nil
        }
    }
}
