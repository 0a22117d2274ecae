import DemarcServer
import Testing
