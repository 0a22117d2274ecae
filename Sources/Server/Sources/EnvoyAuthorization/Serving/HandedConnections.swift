#if GRPC
    import GRPCNIOTransportHTTP2Posix
    import Glibc
    import NIOCore
    import NIOHTTP2
    import NIOPosix
    import Synchronization

    /// The connections of one event loop that a server has accepted and passed to gRPC.
    ///
    /// gRPC expects to listen itself. But a listener may serve plain authorization on the same socket, and the server
    /// manages permissions, TLS and the number of connections for all of them. So gRPC gets a listening channel that
    /// never accepts anything, a pair of sockets, and connections are injected from outside.
    final class HandedConnections: HTTP2ServerTransport.ListenerFactory {
        typealias Configurator = HTTP2ServerTransport.ConnectionConfigurator

        private struct Open: Sendable {
            var listener: any Channel
            var configurator: Configurator
            var source: NIOLoopBound<Source>
        }

        let loop: any EventLoop
        private let open = Mutex<Open?>(nil)

        var eventLoopGroup: any EventLoopGroup { loop }

        init(on loop: any EventLoop) { self.loop = loop }

        func makeListeningChannel(
            listenerConfigurator: HTTP2ServerTransport.ListenerConfigurator,
            connectionConfigurator: Configurator
        ) async throws -> NIOAsyncChannel<Configurator.ConnectionChannel, Never> {
            let pair = try SilentPair.open()
            let (channel, source) = try await NIOPipeBootstrap(group: loop)
                .takingOwnershipOfDescriptors(input: pair.reading, output: pair.writing) { channel in
                    listenerConfigurator.configure(channel: channel)
                        .flatMapThrowing {
                            let source = Source()
                            try channel.pipeline.syncOperations.addHandler(source)
                            let wrapped = try NIOAsyncChannel<Configurator.ConnectionChannel, Never>(
                                wrappingChannelSynchronously: channel
                            )
                            return (wrapped, NIOLoopBound(source, eventLoop: channel.eventLoop))
                        }
                }
            open.withLock {
                $0 = Open(listener: channel.channel, configurator: connectionConfigurator, source: source)
            }
            return channel
        }

        /// Adopts a connection. Call it on the loop.
        func adopt(_ channel: any Channel, isEncrypted: Bool) -> EventLoopFuture<Void> {
            guard let open = open.withLock({ $0 }), open.listener.isActive else {
                return loop.makeFailedFuture(ChannelError.ioOnClosedChannel)
            }
            return open.configurator.configure(
                channel: channel,
                tls: isEncrypted ? .configured(requireALPN: false) : .none
            )
            .flatMapThrowing { connection in
                let pipeline = channel.pipeline.syncOperations
                let frames = try pipeline.handler(type: NIOHTTP2Handler.self)
                try pipeline.addHandler(LateErrors(), position: .after(frames))
                try pipeline.addHandler(FirstGoAway(), position: .after(frames))
                open.source.value.expected[ObjectIdentifier(channel)] = connection
                // The handler that informs connections of a shutdown sees it first; then our own handler replaces it.
                open.listener.pipeline.fireChannelRead(channel)
                open.listener.pipeline.fireChannelReadComplete()
            }
        }

        /// Whether connections can be adopted.
        var isOpen: Bool { open.withLock { $0?.listener.isActive ?? false } }

        /// Replaces each connection by the result of gRPC's configuration.
        private final class Source: ChannelInboundHandler {
            typealias InboundIn = any Channel
            typealias InboundOut = Configurator.ConnectionChannel

            var expected: [ObjectIdentifier: Configurator.ConnectionChannel] = [:]

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                guard let connection = expected.removeValue(forKey: ObjectIdentifier(unwrapInboundIn(data))) else {
                    return
                }
                context.fireChannelRead(wrapInboundOut(connection))
            }
        }
    }

    /// Two connected sockets to which nothing is ever written.
    private enum SilentPair {
        static func open() throws -> (reading: CInt, writing: CInt) {
            var ends: [CInt] = [-1, -1]
            // SAFETY: the call writes two consecutive numbers, and the array has room for exactly two.
            let result = unsafe ends.withUnsafeMutableBufferPointer {
                unsafe socketpair(AF_UNIX, streamType, 0, $0.baseAddress)
            }
            guard result == 0 else { throw IOError(errnoCode: errno, reason: "socketpair") }
            return (reading: ends[0], writing: ends[1])
        }

        private static let streamType = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    }

    /// Runs tasks on an event loop, so that a request is decided where it was read.
    final class LoopTaskExecutor: TaskExecutor {
        private let loop: any EventLoop

        init(_ loop: any EventLoop) { self.loop = loop }

        func enqueue(_ job: consuming ExecutorJob) {
            // SAFETY: the job is run exactly once, on the loop; this executor lives for as long as the server's tasks do.
            let job = UnownedJob(job)
            loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
