/// The line that a diagnostic underlines, cut to what fits, and where the underline goes.
struct SourceExcerpt {
    /// The line as it can be shown.
    let text: String
    /// The columns before the underline.
    let indent: Int
    /// The length of the underline; at least one.
    let underline: Int

    /// Makes the excerpt of the first line of a range.
    ///
    /// Never shows more than that line, and of a long line only what stands around the place: a secret elsewhere in
    /// the file, or far along the line, doesn't reach a log.
    ///
    /// - Parameters:
    ///   - range: What to underline; beyond the first line's end it is cut.
    ///   - file: The file of the range.
    ///   - width: How many columns the text may take, ellipses included.
    /// - Complexity: O(`width`), however long the line is.
    init(_ range: SourceRange, in file: SourceFile, width: Int) {
        let line = file.contents(ofLine: range.start.line)
        let start = min(max(range.start.offset, line.lowerBound), line.upperBound)
        let end = min(max(range.end.offset, start), line.upperBound)
        // A cell stands for at most four bytes, so these bytes hold more cells than can be shown.
        var from = max(line.lowerBound, start - 4 * width)
        while from > line.lowerBound, from < start, file.bytes[from] & 0xC0 == 0x80 { from += 1 }
        let to = min(line.upperBound, start + 4 * width)

        // A tab's width depends on what stands before it, so the line is taken apart as a whole.
        var before: [VisibleText.Cell] = []
        var after: [VisibleText.Cell] = []
        var offset = from
        for cell in VisibleText.cells(of: file.bytes[from..<to]) {
            if offset < start { before.append(cell) } else { after.append(cell) }
            offset += cell.byteCount
        }

        let room = max(width - 2, 8)
        var shownBefore = before[...]
        var beforeWidth = before.reduce(0) { $0 + $1.width }
        let afterWidth = after.reduce(0) { $0 + $1.width }
        // Where not all fits, what stands before the place gets at most a third, unless the rest needs less.
        let roomBefore = max(room / 3, room - afterWidth)
        while beforeWidth > roomBefore, let cell = shownBefore.popFirst() { beforeWidth -= cell.width }
        var shownAfter: [VisibleText.Cell] = []
        var left = room - beforeWidth
        var underline = 0
        var position = start
        for cell in after {
            guard cell.width <= left else { break }
            if position < end { underline += cell.width }
            left -= cell.width
            position += cell.byteCount
            shownAfter.append(cell)
        }

        let isCutBefore = from > line.lowerBound || shownBefore.count < before.count
        let isCutAfter = to < line.upperBound || shownAfter.count < after.count
        let shown = (shownBefore + shownAfter).map(\.text).joined()
        text = (isCutBefore ? "…" : "") + shown + (isCutAfter ? "…" : "")
        indent = beforeWidth + (isCutBefore ? 1 : 0)
        self.underline = max(underline, 1)
    }
}
