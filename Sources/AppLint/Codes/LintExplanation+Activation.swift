/// Explanations of the checks for activation rules.
extension LintExplanation {
    static let activationConstants = LintExplanation(
        title: "activation rule made of constants",
        text: """
            A managed app hands protected items over under types of the SDK, such as \
            `com.microsoft.intune.mam.public.image`. Only a predicate can name these: an extension with \
            constants in `NSExtensionActivationRule` isn't offered for protected items. The predicate that says \
            the same takes one shared item whose attachments all have one of the types, and no more of each \
            type than its constant says: files as `public.data`, images as `public.image`, movies as \
            `public.movie`, text as `public.text`, web URLs as `public.url` without `public.file-url`, and web \
            pages, which come as what a script gives back, as `com.apple.property-list`; each with its twin.
            """,
        example: """
            <key>NSExtensionActivationRule</key>
            <dict>
                <key>NSExtensionActivationSupportsImageWithMaxCount</key>
                <integer>1</integer>
            </dict>
            """
    )

    static let constantsBesideRule = LintExplanation(
        title: "constant beside the activation rule",
        text: """
            A constant such as `NSExtensionActivationSupportsWebURLWithMaxCount` belongs into a dictionary that \
            is the value of `NSExtensionActivationRule`. Beside that key nothing reads it, and a predicate as \
            the rule says all that is to be said.
            """,
        example: """
            <key>NSExtensionActivationRule</key>
            <string>TRUEPREDICATE</string>
            <key>NSExtensionActivationSupportsWebURLWithMaxCount</key>
            <integer>1</integer>
            """
    )

    static let wrongActivationValue = LintExplanation(
        title: "constant of an activation rule is not a number",
        text: """
            A constant says how many items are taken, as an `<integer>`, or whether any are, as `<true/>` or \
            `<false/>`. What the system makes of a `<string>` isn't documented.
            """,
        example: """
            <key>NSExtensionActivationSupportsImageWithMaxCount</key>
            <string>5</string>
            """,
        corrected: """
            <key>NSExtensionActivationSupportsImageWithMaxCount</key>
            <integer>5</integer>
            """
    )

    static let unknownActivationConstant = LintExplanation(
        title: "unknown constant of an activation rule",
        text: """
            The system ignores a constant that it doesn't know, so the extension isn't offered for what was \
            meant. Keys are exact: case counts, and so do spaces.
            """,
        example: "<key>NSExtensionActivationSupportsImagesWithMaxCount</key>",
        corrected: "<key>NSExtensionActivationSupportsImageWithMaxCount</key>"
    )

    static let missingActivationTypes = LintExplanation(
        title: "activation rule without the types of the SDK",
        text: """
            A managed app hands protected items over under types of the SDK. A predicate that asks for \
            `public.image` has to ask for `com.microsoft.intune.mam.public.image` in the same place, or the \
            extension isn't offered for protected images. Where the predicate asks of `ALL` forms of an item, \
            how to say that is for the author to decide.
            """,
        example: """
            SUBQUERY (extensionItems, $extensionItem,
                SUBQUERY ($extensionItem.attachments, $attachment,
                    ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image"
                ).@count == 1
            ).@count == 1
            """,
        corrected: """
            SUBQUERY (extensionItems, $extensionItem,
                SUBQUERY ($extensionItem.attachments, $attachment,
                    (ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image" ||
                    ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO
                    "com.microsoft.intune.mam.public.image")
                ).@count == 1
            ).@count == 1
            """
    )

    static let invalidPredicate = LintExplanation(
        title: "activation rule is not a predicate",
        text: """
            The text of `NSExtensionActivationRule` is a predicate in the language of `NSPredicate`. The system \
            can't read this one, so it offers the extension for nothing. The place is where the text stops \
            being a predicate; a missing `||` shows at what follows it.
            """,
        example: """
            ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image"
            ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.movie"
            """,
        corrected: """
            ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image" ||
            ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.movie"
            """
    )

    static let unrestrictedActivation = LintExplanation(
        title: "activation rule takes everything",
        text: """
            `TRUEPREDICATE` offers an extension for everything that can be shared. It is meant for development, \
            and the store refuses it. Name the types that the extension takes.
            """,
        example: """
            <key>NSExtensionActivationRule</key>
            <string>TRUEPREDICATE</string>
            """
    )
}
