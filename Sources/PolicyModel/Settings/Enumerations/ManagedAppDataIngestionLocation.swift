/// A place that data may be opened from into organization documents.
///
/// The last four are open locations of the SDK that Graph's own enumeration lacks.
public enum ManagedAppDataIngestionLocation: String, CaseIterable, Hashable, Sendable {
    /// OneDrive for work or school.
    case oneDriveForBusiness
    /// SharePoint.
    case sharePoint
    /// The device's camera.
    case camera
    /// The device's photo library.
    case photoLibrary
    /// The app's own storage on the device.
    case localStorage
    /// Box.
    case box
    /// iManage.
    case iManage
    /// Egnyte.
    case egnyte
}
