import Demarc
import Testing

@testable import DemarcC

/// The owner of a copied item as the text that a host in C stores.
@Suite("Recorded owners") struct RecordedOwnerTests {
    @Test(
        "An owner is read as it was recorded, byte by byte",
        arguments: [
            "contoso", "", "-", "=", "%41", "a b\tc\r\n", "\u{7F}\u{1F}\u{0}", "\u{301}Acme", "\u{200D}x", "e\u{301}",
        ]
    )
    func same(organization: String) throws {
        for isManaged in [true, false] {
            let owner = ClipboardOwner(organization: organization, isManaged: isManaged)
            let read = try #require(ClipboardOwner(recorded: owner.recorded), "\(owner.recorded)")
            #expect(read == owner)
            let text = try #require(read.organization)
            #expect(text.utf8.elementsEqual(organization.utf8))
        }
    }

    @Test(
        "A text that is not a recorded owner is refused",
        arguments: [
            "", "managed", "-\t-\t-", "-\t-\t-\t-", "\t-\t-", "-\t-\tx", "-\t-\t=%", "-\t-\t=%4", "-\t-\t=%+5",
            "-\t-\t=%4\u{301}1", "-\t-\t=%FF", "-\t-\t-\u{301}", "-\t-\t\u{301}=",
        ]
    )
    func refused(parts: String) {
        for kind in ["managed", "unmanaged"] {
            let isOwner = ClipboardOwner(recorded: "\(kind)\t\(parts)") != nil
            #expect(isOwner == (parts == "-\t-\t-"), "\(parts)")
        }
        #expect(ClipboardOwner(recorded: parts) == nil)
    }
}
