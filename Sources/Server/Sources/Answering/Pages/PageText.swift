/// All texts of pages, one row each, with a column for each language.
enum PageText: CaseIterable, Sendable {
    case titleBlocked
    case titleRoute
    case titleInstall
    case titleUnreadable
    case titleUnavailable
    case blockedByRule
    case blockedByDefault
    case blockedOtherwise
    case route
    case install
    case unreadable
    case unavailable
    case plain
    case openManagedBrowser
    case openOtherBrowser
    case openApp
    case noLinkToManagedBrowser
    case noLink
    case why
    case rule
    case reasons
    case decision
    case contact

    /// The text in a language.
    func text(_ language: PageLanguage) -> String {
        switch language {
        case .english: row.english
        case .german: row.german
        }
    }

    private var row: (english: String, german: String) {
        switch self {
        case .titleBlocked: ("This page is blocked", "Diese Seite ist gesperrt")
        case .titleRoute: ("This page opens elsewhere", "Diese Seite wird anderswo geöffnet")
        case .titleInstall: ("A managed browser is needed", "Ein verwalteter Browser wird benötigt")
        case .titleUnreadable: ("This request cannot be checked", "Diese Anfrage lässt sich nicht prüfen")
        case .titleUnavailable: ("Pages cannot be checked now", "Seiten lassen sich gerade nicht prüfen")
        case .blockedByRule:
            ("Your organization does not allow this page.", "Ihre Organisation erlaubt diese Seite nicht.")
        case .blockedByDefault:
            (
                "Your organization allows only known pages, and this is not one of them.",
                "Ihre Organisation erlaubt nur Seiten, die sie kennt; diese gehört nicht dazu."
            )
        case .blockedOtherwise:
            (
                "Your organization's policy does not allow this page.",
                "Die Richtlinie Ihrer Organisation erlaubt diese Seite nicht."
            )
        case .route:
            (
                "Your organization opens this page in another browser or app.",
                "Ihre Organisation öffnet diese Seite in einem anderen Browser oder einer anderen App."
            )
        case .install:
            (
                "Your organization opens this page in its managed browser. Please install it first.",
                "Ihre Organisation öffnet diese Seite in ihrem verwalteten Browser. Bitte installieren Sie ihn zuerst."
            )
        case .unreadable:
            (
                "Programs along the way could read its address differently, so it was stopped. Check the address.",
                "Programme auf dem Weg könnten ihre Adresse verschieden lesen, deshalb wurde sie angehalten. "
                    + "Bitte prüfen Sie die Adresse."
            )
        case .unavailable:
            (
                "Nothing can be opened while your organization's policy cannot be checked. Try again in a few minutes.",
                "Solange die Richtlinie Ihrer Organisation nicht befragt werden kann, lässt sich nichts öffnen. "
                    + "Versuchen Sie es in einigen Minuten noch einmal."
            )
        case .plain:
            (
                "Your organization's policy did not allow this request.",
                "Die Richtlinie Ihrer Organisation hat die Anfrage nicht erlaubt."
            )
        case .openManagedBrowser: ("Open in the managed browser", "Im verwalteten Browser öffnen")
        case .openOtherBrowser: ("Open in the other browser", "Im anderen Browser öffnen")
        case .openApp: ("Open in the app", "In der App öffnen")
        case .noLinkToManagedBrowser:
            (
                "Copy the address and open it in the browser that your organization manages.",
                "Kopieren Sie die Adresse und öffnen Sie sie im Browser, den Ihre Organisation verwaltet."
            )
        case .noLink:
            (
                "Copy the address and open it in the browser or app that your organization has chosen for such pages.",
                "Kopieren Sie die Adresse und öffnen Sie sie im Browser oder in der App, "
                    + "die Ihre Organisation für solche Seiten vorgesehen hat."
            )
        case .why: ("Why", "Warum")
        case .rule: ("Rule", "Regel")
        case .reasons: ("Reasons", "Gründe")
        case .decision: ("Decision", "Entscheidung")
        case .contact: ("Questions", "Fragen an")
        }
    }
}
