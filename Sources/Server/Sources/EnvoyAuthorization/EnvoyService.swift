import Answering

#if GRPC
    import GRPCCore
    import GRPCNIOTransportHTTP2Posix
    import GRPCProtobuf
    import SwiftProtobuf
#endif
