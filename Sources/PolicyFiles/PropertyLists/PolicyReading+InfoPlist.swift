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
        guard let reference = reference(node), let bytes = bytes(of: reference, limit: propertyListBounds.bytes),
            let list = propertyList(bytes, reference)
        else { return nil }
        var reader = InfoPlistReader(
            reading: self,
            file: list.file,
            format: list.document.format,
            overridden: overridden
        )
        reader.read(list.document.root, path: reference.path)
        return reader.app
    }
}
