import PolicyModel
import URLMatching

// Every enumeration that a document holds; they are written by name, see ``CompiledForm``.

extension AmbiguousURLs: CompiledForm {}
extension ListFormat: CompiledForm {}
extension MatcherKey: CompiledForm {}
extension RuleSet.Subresources: CompiledForm {}
extension RuleSet.Transition: CompiledForm {}
extension URLClass: CompiledForm {}
extension WebViewPolicy: CompiledForm {}

extension AppSetting: CompiledKey {}
extension PolicySetting: CompiledKey {}
