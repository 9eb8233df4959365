internal import AppServer
internal import Kernel

ThisProcess.exit(AppServer.run(Array(CommandLine.arguments.dropFirst())))
