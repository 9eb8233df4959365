extension Chinese {
    /// For the commands for the administrator.
    static let administer: [String: String] = [
        "Write the first profile and rule, and prove them by one URL":
            "写入第一个 Profile 和第一条规则，并用一个 URL 验证",
        "Writes BUCKET.conf, which the daemon has checked, adds the user to the group 'ossauth', reloads, waits for a token and presigns one URL as that user. Prints each step as a command, and takes all of them back if one fails. The first [Access] ends the standard rule of root and that group; a second one keeps it for those who have it.":
            "写入经守护进程检查的 BUCKET.conf，把用户加入 'ossauth' 组，重新加载，等待凭证，并以该用户的身份预签名一个 URL。每一步都打印为命令；如果有一步失败，则撤销全部步骤。第一个 [Access] 会使 root 和该组的标准规则失效；第二个段为已有该规则的用户保留它。",
        "for a web server, by the role of the ECS instance":
            "供 Web 服务器使用，凭证来自 ECS 实例的角色",
        "Print the narrowest rules that grant what was used":
            "打印允许已有使用的最窄规则",
        "Reads the audit of ossauthd in the journal, and prints an [Access] section for each caller, bucket and class of requests, with the number of requests and days behind each line. Comments say what the records do not show. Let a person read the sections before they replace a rule.":
            "读取 journal 中 ossauthd 的审计，为每个调用者、Bucket 和请求类别打印一个 [Access] 段，每一行都注明请求数和天数。注释说明记录中看不出的内容。替换规则之前，请由人阅读这些段。",
        "With Audit=summary the keys of reads are not on record, so no rule for reads is suggested. Set Audit=full in the rule for a week first.":
            "使用 Audit=summary 时，读取的键不在记录中，因此不建议读取的规则。请先在规则中设置 Audit=full 一周。",
        "rules for the requests of a week":
            "一周的请求所需的规则",
        "those that the present rules would refuse":
            "其中会被现有规则拒绝的请求",
        "all profiles":
            "全部 Profile",
        "these two":
            "这两个",
        "Answers when it is done. A failed refresh ends with 5 while the old token still signs, and with 4 when nothing does.":
            "完成之后才返回。续期失败时，旧凭证仍能签名则以 5 结束，否则以 4 结束。",
        "The profile; none: all that have a source to ask.":
            "Profile；不给出时为全部可以请求的来源。",
        "after a change in /etc/ossauthd":
            "修改 /etc/ossauthd 之后",
        "A configuration with an error changes nothing; the error is shown.":
            "有错误的配置不会改变任何东西，并显示错误。",
        "whether you may, and what is missing":
            "您是否可以，以及缺少什么",
        "for a web server":
            "供 Web 服务器使用",
        "for an upload by another user":
            "另一个用户的上传",
        "for a key that leaves the daemon":
            "交给程序的密钥",
        "Evaluates the rules for you, or as root for any user, without signing anything. Exits with 0 when the request is granted, else with 1. Of a refusal it shows each condition that is not met of the rule that comes nearest, and to root the file and line of that rule. Also reports if mode and group of the socket would keep that user out.":
            "不生成签名，只为您或（以 root 身份）为任意用户检查规则。请求被允许时以 0 结束，否则以 1 结束。被拒绝时显示最接近的规则中未满足的每个条件，对 root 还显示该规则的文件和行。如果 socket 的权限和组会阻止该用户，也会报告。",
        "The string of sign-string is a string to sign of V1. With --signature-version v4, --region and --time it is a canonical request, because a string to sign of V4 hides its request.":
            "sign-string 的字符串是 V1 的待签名字符串。与 --signature-version v4、--region 和 --time 一起使用时，则是规范化请求（canonical request），因为从 V4 的待签名字符串看不出请求内容。",
        "The operation that is asked for.":
            "要查询的操作。",
        "OSS-URL; for sign METHOD OSS-URL; for sign-string the string itself; for credentials and issue a profile, or nothing; for status and watch nothing.":
            "OSS-URL；sign 为 METHOD OSS-URL；sign-string 为字符串本身；credentials 和 issue 为 Profile，或不给出；status 和 watch 不给出。",
    ]
}
