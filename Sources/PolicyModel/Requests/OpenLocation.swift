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
