internal import Kernel
internal import Unchunking

ThisProcess.exit(Unchunk.run(Array(CommandLine.arguments.dropFirst())))
