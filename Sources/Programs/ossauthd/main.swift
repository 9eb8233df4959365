internal import Daemon
internal import Kernel

ThisProcess.exit(DaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
