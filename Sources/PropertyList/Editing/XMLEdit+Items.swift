import ByteText

/// Edits between two items of a dictionary or an array that are kept.
extension XMLEdit {
    /// Removes items between two neighbors and inserts others.
    ///
    /// - Parameters:
    ///   - container: The container of the items.
    ///   - removed: The items between the neighbors that are removed.
    ///   - new: The items to insert.
    ///   - style: The style of items in the container.
    mutating func fill(
        _ container: XMLContainer,
        _ removed: Range<Int>,
        with new: [EditedItem],
        _ style: XMLStyle
    ) {
        guard removed.isEmpty else { return replace(container, removed, with: new, style) }
        guard !new.isEmpty else { return }
        if container.items.isEmpty {
            fillEmpty(container, with: new, style)
        } else {
            insert(new, before: removed.lowerBound, container, style)
        }
    }

    // MARK: Taking away

    private mutating func replace(
        _ container: XMLContainer,
        _ removed: Range<Int>,
        with new: [EditedItem],
        _ style: XMLStyle
    ) {
        // Items separated only by space are removed together; a comment between them stays.
        var run = container.items[removed.lowerBound]
        var new = new
        for index in removed.dropFirst() {
            let item = container.items[index]
            if text[run.upperBound..<item.lowerBound].allSatisfy(\.isSpaceOrLineBreak) {
                run = run.lowerBound..<item.upperBound
            } else {
                close(run, container, new, style)
                (run, new) = (item, [])
            }
        }
        close(run, container, new, style)
    }

    /// Removes a run of items, or replaces it with others.
    private mutating func close(_ run: Range<Int>, _ container: XMLContainer, _ new: [EditedItem], _ style: XMLStyle) {
        guard new.isEmpty else {
            let item = container.items.firstIndex { $0.lowerBound == run.lowerBound } ?? 0
            let separator = container.separator(before: item)
            let texts = self.texts(new, lines.indentation(at: run.lowerBound), style)
            return replace(run, with: Array(texts.joined(separator: separator)))
        }
        let endOfBlanks = lines.endOfBlanks(run.upperBound)
        let lineBreak = lines.lineBreak(at: endOfBlanks)
        if !lines.beginsLine(run.lowerBound) {
            replace(lines.startOfBlanks(run.lowerBound)..<run.upperBound, with: [])
        } else if lineBreak.isEmpty {
            // Something else is on the line, and keeps its indentation.
            replace(run.lowerBound..<endOfBlanks, with: [])
        } else {
            replace(lines.lineStart(run.lowerBound)..<lineBreak.upperBound, with: [])
        }
    }

    // MARK: Putting in

    /// Inserts items after a neighbor, or after the start tag.
    private mutating func insert(
        _ new: [EditedItem],
        before next: Int,
        _ container: XMLContainer,
        _ style: XMLStyle
    ) {
        let last = next > 0 ? next - 1 : nil
        let start = last.map { container.items[$0].upperBound } ?? container.start
        let limit = next < container.items.count ? container.items[next].lowerBound : container.end
        if let end = lines.endOfLine(from: start, before: limit) {
            return insert(new, atLineEnd: end, container.indentation(besides: last, style), style)
        }
        // The neighbours are on the same line.
        let separator =
            if let last { container.separator(before: last) } else {
                lines.separator(from: start, to: lines.endOfBlanks(start))
            }
        let indentation = lines.indentation(at: container.items[last ?? 0].lowerBound)
        replace(start..<start, with: texts(new, indentation, style).flatMap { separator + $0 })
    }

    /// Inserts items on lines of their own, with the same line break as the line before.
    private mutating func insert(
        _ new: [EditedItem],
        atLineEnd end: Int,
        _ indentation: [UInt8],
        _ style: XMLStyle
    ) {
        let lineBreak = Array(text[lines.lineBreak(at: end)])
        var style = style
        style.textBreak = lineBreak
        if style.lineBreak != nil { style.lineBreak = lineBreak }
        replace(end..<end, with: texts(new, indentation, style).flatMap { lineBreak + indentation + $0 })
    }

    /// Inserts items into an empty dictionary or array.
    private mutating func fillEmpty(_ container: XMLContainer, with new: [EditedItem], _ style: XMLStyle) {
        let outer = lines.indentation(at: container.place.lowerBound)
        let inner = outer + style.unit
        if !container.isOneTag, let end = lines.endOfLine(from: container.start, before: container.end) {
            return insert(new, atLineEnd: end, inner, style)
        }
        let separator = style.lineBreak.map { $0 + inner } ?? []
        let items = texts(new, inner, style).flatMap { separator + $0 } + (style.lineBreak.map { $0 + outer } ?? [])
        guard container.isOneTag else {
            let hasOnlySpace = text[container.start..<container.end].allSatisfy(\.isSpaceOrLineBreak)
            return replace((hasOnlySpace ? container.start : container.end)..<container.end, with: items)
        }
        // `<dict/>` becomes two tags; a blank before the slash is removed.
        let slash = container.place.upperBound - 2
        let tagEnd = (text[..<slash].lastIndex { !$0.isSpaceOrLineBreak } ?? slash - 1) + 1
        let name = text[(container.place.lowerBound + 1)..<tagEnd].prefix { !$0.isSpaceOrLineBreak }
        let tags = (start: [UInt8(ascii: ">")], end: Array("</".utf8) + name + [UInt8(ascii: ">")])
        replace(tagEnd..<container.place.upperBound, with: tags.start + items + tags.end)
    }

    private func texts(_ new: [EditedItem], _ indentation: [UInt8], _ style: XMLStyle) -> [[UInt8]] {
        let writer = XMLValueText(style: style)
        return new.compactMap { item in
            guard let value = item.node.newValue else { return nil }
            return item.key.map { writer.entry($0, value, indentation) } ?? writer.element(value, indentation)
        }
    }
}
