import Answering
import NIOCore
import NIOPosix
