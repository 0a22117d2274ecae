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
    /// Anything else, and what isn't known: the device's files among it.
    case other
}
