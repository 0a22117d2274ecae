/// Explanations of the checks for activation rules.
extension LintExplanation {
    static let activationConstants = LintExplanation(
        title: "activation rule made of constants",
        text: """
            A managed app shares protected items under types of the SDK, such as \
            `com.microsoft.intune.mam.public.image`. Only a predicate can name these: an extension with constants in \
            `NSExtensionActivationRule` isn't offered for protected items. The equivalent predicate takes one shared \
            item whose attachments all have one of the types, and no more of each type than its constant allows. With \
            version 2 of the dictionary and without strict matching, one such attachment is enough. Files are \
            `public.data`, images `public.image`, movies `public.movie`, text `public.text`, web URLs `public.url` \
            without `public.file-url`, and web pages, which arrive as the result of a script, \
            `com.apple.property-list`; each with its twin.
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
        title: "constant next to the activation rule",
        text: """
            A constant such as `NSExtensionActivationSupportsWebURLWithMaxCount` belongs in a dictionary that is the \
            value of `NSExtensionActivationRule`. Next to that key nothing reads it, and a predicate already expresses \
            the whole rule.
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
            `<false/>`. How the system treats a `<string>` isn't documented.
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
            The system ignores a constant that it doesn't know, so the extension isn't offered for what was intended. \
            Keys must match exactly, including case and spaces.
            """,
        example: "<key>NSExtensionActivationSupportsImagesWithMaxCount</key>",
        corrected: "<key>NSExtensionActivationSupportsImageWithMaxCount</key>"
    )

    static let missingActivationTypes = LintExplanation(
        title: "activation rule without the types of the SDK",
        text: """
            A managed app shares protected items under types of the SDK. A predicate that checks for `public.image` \
            has to check for `com.microsoft.intune.mam.public.image` in the same place, or the extension isn't offered \
            for protected images. One that refuses `com.adobe.pdf`, by `NONE`, `NOT` or a count of 0, has to refuse \
            the SDK's type too, or the extension is offered for protected documents of that type. If the predicate \
            checks `ALL` forms of an item, or compares types as texts, with `==`, `IN` or `CONTAINS`, the author has \
            to decide how to express that.
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
            The text of `NSExtensionActivationRule` is a predicate in the language of `NSPredicate`. The system cannot \
            read this one, so it never offers the extension. The position is where the text stops being a predicate; a \
            missing `||` is reported at what follows it.
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
            `TRUEPREDICATE` offers an extension for everything that can be shared. It is meant for development, and \
            the App Store rejects it. A predicate that always holds, such as `1 == 1` or \
            `extensionItems.@count >= 1`, means the same. List the types that the extension takes.
            """,
        example: """
            <key>NSExtensionActivationRule</key>
            <string>TRUEPREDICATE</string>
            """
    )
}
