import ByteText
import Diagnostics

/// A part of an HTML page, which cannot contain markup from a document.
///
/// A string cannot become markup: it becomes text, and is escaped when it is written. Names of elements and attributes
/// are enumeration cases, styles and scripts are literals of this program, and links lead to places on the same page.
/// ```swift
/// Tag.p(.class("lead")) {
///     "Data of "
///     Tag.bdi { account.description }
/// }
/// ```
indirect enum HTML: Sendable {
    /// Text. Invisible characters, and characters that would reorder a line, are escaped.
    case text(String)
    /// An element with its attributes and contents.
    case element(Tag, [Attribute], [HTML])
    /// A style or a script that is part of this program.
    case literal(Tag, StaticString)
    /// Data for a script, which is not executed.
    case data(id: String, json: String)
    /// Several parts in order.
    case group([HTML])

    /// Appends the HTML source of the part.
    ///
    /// - Complexity: O(*n*) in the length of the output.
    func append(to page: inout String) {
        switch self {
        case .text(let text): Self.append(VisibleText.of(text), to: &page)
        case .element(let tag, let attributes, let content):
            page += "<" + tag.rawValue
            for attribute in attributes { attribute.append(to: &page) }
            page += ">"
            guard !tag.isVoid else { return }
            for part in content { part.append(to: &page) }
            page += "</\(tag.rawValue)>"
            if tag.isBlock { page += "\n" }
        case .literal(let tag, let text): page += "<\(tag.rawValue)>\(text.description)</\(tag.rawValue)>\n"
        case .data(let id, let json):
            page += "<script type=\"application/json\""
            Attribute.id(id).append(to: &page)
            // In JSON, `<` occurs only in strings. Without it, no text can end the element or begin a comment in it.
            page += ">" + json.replacingScalars { $0 == "<" ? "\\u003C" : nil } + "</script>\n"
        case .group(let parts): for part in parts { part.append(to: &page) }
        }
    }

    /// Escapes characters that HTML treats as markup, in text as well as in quoted attributes.
    fileprivate static func append(_ text: String, to page: inout String) {
        page += text.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: nil
            }
        }
    }
}

extension HTML {
    /// A text in which parts between two backticks are code, as in messages.
    static func prose(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        // An unpaired backtick is an ordinary character.
        guard parts.count % 2 == 1 else { return .text(text) }
        return .group(parts.enumerated().map { $0 % 2 == 0 ? .text($1) : .element(.code, [], [.text($1)]) })
    }

    /// The elements that pages use.
    enum Tag: String, Sendable {
        case html, head, title, meta, style, script, body, header, main, nav, section, footer
        case h1, h2, h3, p, ul, ol, li, dl, dt, dd, div, span, strong, code, bdi, a
        case table, thead, tbody, tr, th, td
        case details, summary
        case form, fieldset, legend, label, input, select, option, button, output
        case svg, g, rect, path, text

        fileprivate var isVoid: Bool { self == .meta || self == .input }

        /// Whether a line feed after the element is invisible.
        fileprivate var isBlock: Bool {
            switch self {
            case .span, .strong, .code, .bdi, .a, .label, .button, .output, .text: false
            default: true
            }
        }

        /// An element with this name.
        func callAsFunction(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
            .element(self, attributes, [content()])
        }

        /// An element with this name and computed attributes.
        func callAsFunction(_ attributes: [Attribute], @HTMLBuilder content: () -> HTML) -> HTML {
            .element(self, attributes, [content()])
        }

        /// An empty element of this name.
        func callAsFunction(_ attributes: Attribute...) -> HTML { .element(self, attributes, []) }
    }

    /// An attribute. A value is text like any other; none is read as a script or a style.
    struct Attribute: Sendable {
        private let name: String
        private let value: String?

        private init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }

        static func id(_ name: String) -> Self { Self("id", name) }
        static func `class`(_ names: String) -> Self { Self("class", names) }
        static func lang(_ language: String) -> Self { Self("lang", language) }
        static func scope(_ scope: Scope) -> Self { Self("scope", scope.rawValue) }
        static func role(_ role: String) -> Self { Self("role", role) }
        static func label(_ text: String) -> Self { Self("aria-label", text) }
        static func labelled(by id: String) -> Self { Self("aria-labelledby", id) }
        static func live(_ politeness: String) -> Self { Self("aria-live", politeness) }
        static func `for`(_ id: String) -> Self { Self("for", id) }
        static func type(_ type: String) -> Self { Self("type", type) }
        static func value(_ value: String) -> Self { Self("value", value) }
        static func name(_ name: String) -> Self { Self("name", name) }
        static func content(_ content: String) -> Self { Self("content", content) }
        static func httpEquiv(_ name: String) -> Self { Self("http-equiv", name) }
        /// An attribute for scripts.
        static func data(_ name: StaticString, _ value: String) -> Self { Self("data-\(name)", value) }
        /// A link to another place on the page.
        static func link(to id: String) -> Self { Self("href", "#" + id) }
        /// A dimension or a path of a picture.
        static func shape(_ name: Shape, _ value: String) -> Self { Self(name.rawValue, value) }
        static let charset = Self("charset", "utf-8")
        static let open = Self("open", nil)
        static let hidden = Self("hidden", nil)
        static let checked = Self("checked", nil)
        /// Makes the element reachable by keyboard, in the order of the page.
        static let focusable = Self("tabindex", "0")

        /// The cells that a header cell applies to.
        enum Scope: String { case col, row }

        /// The attributes of pictures.
        enum Shape: String { case viewBox, width, height, x, y, rx, d }

        fileprivate func append(to page: inout String) {
            page += " " + name
            guard let value else { return }
            page += "=\""
            HTML.append(VisibleText.of(value), to: &page)
            page += "\""
        }
    }
}

/// Builds HTML from statements; strings become text.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ text: String) -> HTML { .text(text) }
    static func buildExpression(_ part: HTML) -> HTML { part }
    static func buildBlock(_ parts: HTML...) -> HTML { .group(parts) }
    static func buildOptional(_ part: HTML?) -> HTML { part ?? .group([]) }
    static func buildEither(first part: HTML) -> HTML { part }
    static func buildEither(second part: HTML) -> HTML { part }
    static func buildArray(_ parts: [HTML]) -> HTML { .group(parts) }
}

typealias Tag = HTML.Tag
