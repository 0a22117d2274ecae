package import Answering

/// Who has sent a request.
package struct Peer {
    /// The address of the connection; nil for one through a socket in the file system.
    package var address: PeerList.Address?
    /// The names in the client's certificate; nil where it has shown none.
    var certificate: CertificateNames?
}

/// Answers the requests of one listener, on one event loop and without waiting.
package protocol HTTPResponder: AnyObject {
    /// Answers a request.
    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse

    /// Answers what could not be read as a request.
    func refuse(_ fault: HTTPFault) -> HTTPResponse
}
