extension Chinese {
    /// For the commands that show something.
    static let look: [String: String] = [
        "a table of the profiles that you may use":
            "您可以使用的 Profile 的表格",
        "the same for a program":
            "同上，供程序使用",
        "Ends with 0 when you may use a profile and every required one can sign now, else with 4. Root is shown all of them.":
            "有您可以使用的 Profile，且所有必需的 Profile 都能签名时以 0 结束，否则以 4 结束。root 能看到全部 Profile。",
        "every second":
            "每秒一次",
        "Profiles with the life that is left to their credentials; requests, refusals and latencies as they come, and callers. Profiles that do not sign come first. q quits.":
            "显示各 Profile 凭证的剩余有效期；实时显示请求、拒绝、延迟和调用者。不能签名的 Profile 排在前面。q 退出。",
        "Needs a terminal. Figures that the daemon does not give to you stay blank; root is shown all, over the admin socket.":
            "需要终端。守护进程不提供给您的数值显示为空；root 经由 admin socket 能看到全部。",
        "for people":
            "供人阅读",
        "the events as the daemon sends them, one object per line":
            "守护进程发送的原始事件，每行一个对象",
        "Prints a line for each profile as it is now, then one for each rotation, failed refresh, expiry and reload, until it is interrupted. It connects again after a restart of the daemon.":
            "先为每个 Profile 的当前状态输出一行，然后每次轮换、续期失败、到期和重新加载各输出一行，直到被中断。守护进程重启后会重新连接。",
        "user, unit, program and rules":
            "用户、单元、程序和规则",
        "for a program":
            "供程序使用",
        "A rule may ask for the unit, the program and the label of a caller. This shows which of them the daemon found, and how sure it is that they are yours.":
            "规则可能要求调用者的单元、程序和标签；这里显示守护进程查到的结果，以及能在多大程度上确定它们属于您。",
        "all numbers that you may see":
            "您可以看到的全部数值",
        "for the textfile collector":
            "供 textfile 收集器使用",
        "Prints the text format of Prometheus. With --textfile the file is replaced whole, so that the textfile collector of node_exporter never reads a part of it; it reads only names that end with .prom. The timer ossauthd-metrics.timer does this.":
            "输出 Prometheus 文本格式。使用 --textfile 时整个替换文件，因此 node_exporter 的 textfile 收集器不会读到不完整的内容；它只读取以 .prom 结尾的文件。定时器 ossauthd-metrics.timer 就是这样做的。",
    ]
}
