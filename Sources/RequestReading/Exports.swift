@_exported public import DemarcEngine
