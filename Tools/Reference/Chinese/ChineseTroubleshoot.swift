extension Chinese {
    /// For the commands that find errors, and the topics.
    static let troubleshoot: [String: String] = [
        "each finding with its fix":
            "每个问题及其处理方法",
        "Tries the socket and each port that the configuration opens, and asks systemd, the daemon and the check of the configuration for what is wrong. Calls good only what answered. Ends with 1 where something keeps the daemon from signing for you.":
            "尝试访问 socket 和配置打开的每个端口，并向 systemd、守护进程和配置检查询问有什么问题。只有作出应答的才称为正常。有问题使守护进程无法为您签名时以 1 结束。",
        "a presigned URL, and what OSS answered":
            "预签名 URL，以及 OSS 的应答",
        "a request with an Authorization header":
            "带 Authorization 请求头的请求",
        "Computes the signed text again, of a URL or of the head of a request, signed with V4, V1 or S3. Prints it beside the text that OSS signed, which its error document contains, and names the first parameter, header or other part that differs. It needs no key and asks no daemon. Ends with 1 where OSS reported an error.":
            "重新计算 V4、V1 或 S3 的 URL 或请求头的签名文本，与 OSS 错误信息中的签名文本并列输出，并指出第一处不同的参数、请求头或其他部分。不需要密钥，也不询问守护进程。OSS 返回错误时以 1 结束。",
        "Tokens are shortened, since the output is made for tickets.":
            "令牌会缩短显示，因为输出常用于工单。",
        "A presigned URL, in quotes.":
            "预签名 URL，加引号。",
        "all commands and topics":
            "全部命令和主题",
        "one of them":
            "其中之一",
        "The command or topic to explain; none: the program.":
            "要说明的命令或主题；不给出时说明本程序。",
        "the same as -V":
            "与 -V 相同",
        "Rules":
            "授权规则",
        "The daemon grants a request when one [Access] section of its configuration grants all of it. Without any such section, root and the group 'ossauth' may sign, presign, sign forms, see the status and watch, but get no credential.":
            "配置中某个 [Access] 段允许整个请求时，守护进程才允许它。没有这样的段时，root 和 ossauth 组可以签名、生成预签名 URL、签名表单、查看状态和跟踪事件，但不能取得凭证。",
        "'ossauthctl whoami' shows the rules for you, 'ossauthctl explain' whether they grant a request, and 'ossauthd --check' reports errors in them. ossauthd.conf(5) describes each key.":
            "'ossauthctl whoami' 显示适用于您的规则，'ossauthctl explain' 显示规则是否允许某个请求，'ossauthd --check' 报告规则中的错误。ossauthd.conf(5) 说明每个配置项。",
        "Callers that the rule is for; all words of a line must match.":
            "规则适用的调用者；必须满足一行中的全部条件。",
        "Operations that it grants.":
            "规则允许的操作。",
        "Profiles; none given: all.":
            "Profile；不写则为全部。",
        "Buckets; none given: all.":
            "Bucket；不写则为全部。",
        "Object keys; ** also matches slashes, * does not.":
            "对象名；** 也匹配斜杠，* 不匹配。",
        "HTTP methods; none given: all.":
            "HTTP 方法；不写则为全部。",
        "Query parameters; none given: those that only read, write or list.":
            "查询参数；不写则只允许读取、写入和列举所需的参数。",
        "The longest time that a URL may be valid.":
            "URL 的最长有效期。",
        "Signatures for one user in a time.":
            "每个用户在一段时间内的签名数。",
        "Written":
            "写法",
        "Time formats":
            "时间格式",
        "How --expires, --min-valid, --timeout and --time are written.":
            "--expires、--min-valid、--timeout 和 --time 的写法。",
        "Seconds.":
            "秒。",
        "A time span with units: ms, s, min (or m), h, d, w.":
            "带单位的时间：ms、s、min（或 m）、h、d、w。",
        "A point in time, for --time: RFC 3339.":
            "时间点，用于 --time：RFC 3339。",
    ]
}
