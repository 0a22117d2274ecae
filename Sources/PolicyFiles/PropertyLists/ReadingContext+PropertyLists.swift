import Diagnostics
import DocumentReading
import PropertyList

/// Property lists that a document names: an Info.plist or a device log.
extension ReadingContext {
    /// A property list, and its number among the files.
    struct OpenPropertyList {
        var document: PropertyListDocument
        var file: Int32
    }

    /// The limits on the cost of the next property list.
    var propertyListBounds: PropertyListBounds {
        var bounds = PropertyListBounds()
        bounds.bytes = min(bounds.bytes, documentLimit)
        bounds.depth = min(bounds.depth, self.bounds.depth)
        bounds.nodes = max(0, min(bounds.nodes, nodesLeft))
        return bounds
    }

    /// Reads a property list; nil, with the reasons reported, if the bytes are not one.
    func propertyList(
        _ bytes: [UInt8],
        _ reference: FileReference,
        acceptsFragment: Bool = false
    ) -> OpenPropertyList? {
        var reader = PropertyListReader(bounds: propertyListBounds)
        reader.acceptsFragment = acceptsFragment
        documentBytesLeft -= bytes.count
        do throws(PropertyListError) {
            var document = try reader.read(bytes, path: reference.path)
            nodesLeft -= document.root.weight
            let file = open(document.source, resolvedPath: reference.resolvedPath)
            switch document.format {
            case .xml(.utf8): break
            case .binary:
                var keys = PropertyListKeys()
                document.root = keys.placed(document.root)
                files[Int(file)].binaryKeys = keys.names
            case .xml(.utf16BigEndian), .xml(.utf16LittleEndian): files[Int(file)].isTranscoded = true
            }
            return OpenPropertyList(document: document, file: file)
        } catch {
            let file = open(error.source, resolvedPath: reference.resolvedPath)
            hideConfigurations(ofUnreadable: file)
            for finding in error.diagnostics { add(unquoting(finding, in: file)) }
            return nil
        }
    }

    /// A finding about a property list; without its message if that may quote what no report may show.
    private func unquoting(_ finding: Diagnostic, in file: Int32) -> Diagnostic {
        let line = finding.location?.line ?? 1
        let opened = files[Int(file)]
        guard opened.isConfidential || opened.source.hiddenLines.contains(line) else { return finding }
        return Diagnostic(
            code: finding.code,
            severity: finding.severity,
            message:
                "the property list cannot be read; nothing in it is shown, because it contains an app configuration",
            places: finding.places
        )
    }

    /// Reads the root of a file that is a property list, as a device log is, or JSON.
    func propertyListOrJSON(
        _ bytes: [UInt8],
        _ reference: FileReference,
        acceptsFragment: Bool = false
    ) -> DocumentNode? {
        PropertyListReader.isPropertyList(bytes, acceptsFragment: acceptsFragment)
            ? logPropertyList(bytes, reference, acceptsFragment: acceptsFragment)
            : json(bytes, path: reference.path, resolvedPath: reference.resolvedPath)
    }

    /// Reads the root of a property list that should contain the settings of a device log.
    private func logPropertyList(
        _ bytes: [UInt8],
        _ reference: FileReference,
        acceptsFragment: Bool
    ) -> DocumentNode? {
        guard let list = propertyList(bytes, reference, acceptsFragment: acceptsFragment) else { return nil }
        var values = PropertyListValues(file: list.file)
        let root = values.node(list.document.root)
        let notation = list.document.format == .binary ? TypedFile.Notation.binaryPropertyList : .xmlPropertyList
        files[Int(list.file)].typed = TypedFile(notation: notation, root: root)
        hideConfigurations(ofExport: root)
        report(values.repeatedKeys)
        return root
    }
}

extension PropertyListNode {
    /// The number of values and keys, including itself.
    fileprivate var weight: Int {
        switch content {
        case .array(let elements): elements.reduce(1) { $0 + $1.weight }
        case .dictionary(let entries): entries.reduce(1) { $0 + 1 + $1.value.weight }
        default: 1
        }
    }
}
