extension Chinese {
    /// For the table of the commands, and their common options.
    static let commands: [String: String] = [
        "get signatures from ossauthd, and look after it":
            "向 ossauthd 请求签名，并管理它",
        "Made from the command table by `make generate`; `% COMMAND --help` and the manual pages also list the options.":
            "由 `make generate` 根据命令表生成；各命令的选项见 `% COMMAND --help` 和手册页。",
        "It asks ossauthd over its socket, with the rights that the rules of the daemon give to you. Explain, credentials set and forget, refresh and reload go over another socket, which is root's.":
            "它通过 socket 向 ossauthd 发出请求，权限由守护进程的规则决定。explain、credentials set 和 credentials forget、refresh、reload 使用另一个 socket，它属于 root。",
        "which profiles can sign, and how long":
            "哪些 Profile 可以签名，还能签多久",
        "a URL to download with, valid for 15 minutes":
            "用于下载的 URL，15 分钟内有效",
        "headers for a request that you send yourself":
            "由您自己发送的请求所需的请求头",
        "Sign URLs for others to use":
            "生成供他人使用的预签名 URL",
        "Sign a request that you send yourself":
            "为您自己发送的请求签名",
        "Sign a form by which a browser uploads":
            "为浏览器上传的表单签名",
        "Sign":
            "签名",
        "does":
            "作用",
        "Show which profiles can sign, and how long":
            "显示哪些 Profile 可以签名，还能签多久",
        "Show live what the daemon does":
            "实时显示守护进程的活动",
        "Follow what happens to the profiles":
            "跟踪 Profile 的事件",
        "Show as whom the daemon knows you, and what you may do":
            "显示守护进程把您识别为谁，以及您可以做什么",
        "Print the daemon's metrics, or write them for node_exporter":
            "输出守护进程的监控指标，或写入文件供 node_exporter 读取",
        "Look":
            "查看",
        "Run a program with a credential":
            "带着凭证运行程序",
        "Show which credential a profile has, and how long":
            "显示 Profile 的凭证及其剩余有效期",
        "Write a credential in the form that a program reads":
            "按程序读取的格式输出凭证",
        "Give a token to a profile with Source=manual":
            "为 Source=manual 的 Profile 设置凭证",
        "Make the daemon forget a token":
            "让守护进程清除凭证",
        "Credentials":
            "凭证",
        "Fetch new tokens now":
            "立即获取新凭证",
        "Read the configuration again":
            "重新读取配置",
        "Show whether the rules grant a request, and everything that is missing":
            "显示规则是否允许某个请求，以及缺少的全部条件",
        "Administer":
            "管理",
        "Find out why it does not work, and what to do":
            "查找不能正常工作的原因和处理方法",
        "Compare what was signed with what OSS signed":
            "比较签名的内容与 OSS 的签名内容",
        "Troubleshoot":
            "故障排查",
        "Explain a command or a topic":
            "说明一个命令或主题",
        "Print the version of this program":
            "输出本程序的版本",
        "Help":
            "帮助",
        "ossauthd/ossauthd.sock in $XDG_RUNTIME_DIR or ~/.local/run if it is yours, else /run/ossauthd/ossauthd.sock":
            "$XDG_RUNTIME_DIR 或 ~/.local/run 中的 ossauthd/ossauthd.sock（如果它属于您），否则为 /run/ossauthd/ossauthd.sock",
        "default: %":
            "默认：%",
        "or %":
            "或 %",
        "The socket of the daemon.":
            "守护进程的 socket。",
        "; ":
            "；",
        " (%).":
            "（%）。",
        "that of the same daemon, /run/ossauthd-admin/admin.sock for the system's":
            "同一守护进程的 admin socket；系统守护进程为 /run/ossauthd-admin/admin.sock",
        "The socket for explain about other users, credentials set and forget, refresh and reload.":
            "供查询其他用户的 explain、credentials set 和 credentials forget、refresh、reload 使用的 socket。",
        "Print the answer as JSON, for a program.":
            "以 JSON 输出应答，供程序使用。",
        "30s":
            "30s",
        "How long to wait for an answer of the daemon.":
            "等待守护进程应答的时间。",
        "Print to standard error which socket is used, and how long each answer takes; events and top print only the socket.":
            "在标准错误中输出所用的 socket 和每次应答的时间；events 和 top 只输出 socket。",
        "Print help; -h is shorter.":
            "输出帮助；-h 较短。",
        "Print the version of this program.":
            "输出本程序的版本。",
        "Option of every command":
            "所有命令共有的选项",
        "The socket of the daemon, where --socket is not given.":
            "没有给出 --socket 时使用的守护进程 socket。",
        "The same for --admin-socket.":
            "同上，对应 --admin-socket。",
        "The profile, where --profile is not given.":
            "没有给出 --profile 时使用的 Profile。",
        "Never colours, or colours even where there is no terminal.":
            "不使用颜色，或者在没有终端时也使用颜色。",
        "Variable":
            "环境变量",
        "Done.":
            "完成。",
        "Refused: by the rules, or because the request is invalid.":
            "被拒绝：规则不允许，或请求没有意义。",
        "The command line is wrong, or a file, a stream or a program of this host cannot be used.":
            "命令行有误，或者本机的文件、流、程序不能使用。",
        "The daemon cannot be reached.":
            "无法连接守护进程。",
        "There is no valid credential; status: a required profile cannot sign.":
            "没有有效的凭证；status：有必需的 Profile 不能签名。",
        "The daemon or the server behind it failed.":
            "守护进程或其背后的服务器出错。",
        "A rate or another limit is reached: try again later.":
            "达到速率或其他上限：请稍后重试。",
        "exec: the program cannot be run.":
            "exec：程序不能运行。",
        "exec: there is no such program.":
            "exec：没有这个程序。",
        "Exit status":
            "退出状态",
    ]
}
