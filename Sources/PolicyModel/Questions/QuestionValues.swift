/// What is copied or pasted, as far as decisions depend on it.
public struct ClipboardItem: Hashable, Sendable {
    /// The kind of a clipboard item.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Plain text; the only kind with an exception by length.
        case text
        /// A picture.
        case image
        /// A file.
        case file
    }

    /// The kind of item.
    public var kind: Kind
    /// How many characters a text has: extended grapheme clusters, as `String.count` counts them, but see
    /// ``init(text:)`` for very long ones. Ignored for any other kind.
    public var characters: Int

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - kind: The kind of item.
    ///   - characters: How many characters a text has. If you do not know it, leave it out: no exception for short texts
    ///     applies then.
    public init(_ kind: Kind = .text, characters: Int = .max) {
        self.kind = kind
        self.characters = characters
    }

    /// A text of one character: what a question is about that names no item.
    public static let oneCharacter = ClipboardItem(.text, characters: 1)

    /// A plain text.
    ///
    /// A character can have any number of Unicode scalars: an emoji tag sequence holds a whole document as one character.
    /// Therefore 32 scalars count as at least one character. Text in a language has fewer in each: a base character and
    /// up to 30 marks, as [UAX #15](https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format) has it.
    ///
    /// - Complexity: O(*n*) in the length of the text, whose characters are counted.
    public init(text: String) {
        self.init(.text, characters: max(text.count, text.unicodeScalars.count / 32))
    }
}

/// Where a copy of data is to be saved. The SDK's `IntuneMAMSaveLocation`.
public enum SaveLocation: String, CaseIterable, Hashable, Sendable {
    /// OneDrive for work or school.
    case oneDriveForBusiness
    /// SharePoint, in the cloud or on premises.
    case sharePoint
    /// Box.
    case box
    /// Storage inside the app's sandbox that no other app can read.
    case localStorage
    /// The device's photo library, which belongs to no account.
    case photoLibrary
    /// iManage.
    case iManage
    /// Egnyte.
    case egnyte
    /// Dropbox; no policy can list it.
    case dropbox
    /// Google Drive; no policy can list it.
    case googleDrive
    /// Any other location of an organization that can be tied to an account.
    case accountDocument
    /// Anything else, and what isn't known, including the device's files.
    case other
}

/// Where data is to be opened from. The SDK's `IntuneMAMOpenLocation`.
public enum OpenLocation: String, CaseIterable, Hashable, Sendable {
    /// OneDrive for work or school.
    case oneDriveForBusiness
    /// SharePoint, in the cloud or on premises.
    case sharePoint
    /// A picture that the camera takes now; it belongs to no account.
    case camera
    /// The device's photo library, which belongs to no account.
    case photoLibrary
    /// Storage inside the app's sandbox that no other app can read.
    case localStorage
    /// Box.
    case box
    /// iManage.
    case iManage
    /// Egnyte.
    case egnyte
    /// Dropbox; no policy can list it.
    case dropbox
    /// Google Drive; no policy can list it.
    case googleDrive
    /// Any other location of an organization that can be tied to an account.
    case accountDocument
    /// Anything else, and what isn't known.
    case other
}

/// How data is sent to another app.
public enum SharingMethod: String, CaseIterable, Hashable, Sendable {
    /// Handed over by the app itself.
    case direct
    /// Inside a URL that the other app opens.
    case url
    /// Through "Open in" or "Copy to" of a document.
    case openIn
    /// Through the other app's share or action extension.
    case shareExtension
}

/// A feature that one setting allows or blocks, regardless of what it is used with.
public enum SingleSetting: String, CaseIterable, Hashable, Sendable {
    /// Printing.
    case print
    /// Writing contacts to the device's own contacts.
    case contactSync
    /// Organization data in widgets.
    case widgetSync
    /// Backups of the app's data.
    case backup
    /// Keyboards other than the system's.
    case keyboards
    /// Genmoji.
    case genmoji
    /// Writing Tools.
    case writingTools
    /// Organization data in the system's search.
    case spotlight
    /// Donations to Siri.
    case siriIntents
    /// App intents.
    case appIntents
    /// Capturing the screen.
    case screenCapture
    /// Organization data in notifications; the answer has a more detailed value.
    case notifications
    /// Whether files must be encrypted; the answer has a more detailed value.
    case fileEncryption
}
