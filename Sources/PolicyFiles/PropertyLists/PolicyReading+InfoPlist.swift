import Diagnostics
import PolicyModel
import PropertyList

/// `app.infoPlist`: the Info.plist of the embedding app.
extension PolicyReading {
    /// What an Info.plist says of an app.
    ///
    /// - Parameters:
    ///   - node: The path, confined as every reference of a document is.
    ///   - overridden: The settings that the document gives itself.
    /// - Returns: The settings, as far as the plist has them.
    func infoPlist(_ node: YAMLNode, overridden: Set<AppSetting>) -> AppSettings? {
        guard let reference = reference(node) else { return nil }
        var bounds = PropertyListBounds()
        bounds.bytes = min(bounds.bytes, documentLimit)
        bounds.depth = min(bounds.depth, self.bounds.depth)
        bounds.nodes = max(0, min(bounds.nodes, nodesLeft))
        guard let bytes = bytes(of: reference, limit: bounds.bytes) else { return nil }
        documentBytesLeft -= bytes.count
        do throws(PropertyListError) {
            let document = try PropertyListReader(bounds: bounds).read(bytes, path: reference.path)
            let file = open(document.source, resolvedPath: reference.resolvedPath)
            var reader = InfoPlistReader(reading: self, file: file, format: document.format, overridden: overridden)
            reader.read(document.root, path: reference.path)
            return reader.app
        } catch {
            _ = open(error.source, resolvedPath: reference.resolvedPath)
            for finding in error.diagnostics { add(finding) }
            return nil
        }
    }
}
