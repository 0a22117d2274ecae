/// A place that copies of organization data may be saved to.
public enum ManagedAppDataStorageLocation: String, CaseIterable, Hashable, Sendable {
    /// OneDrive for work or school.
    case oneDriveForBusiness
    /// SharePoint.
    case sharePoint
    /// Box.
    case box
    /// The app's own storage on the device.
    case localStorage
    /// The device's photo library.
    case photoLibrary
    /// iManage.
    case iManage
    /// Egnyte.
    case egnyte
}
