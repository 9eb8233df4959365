extension Chinese {
    /// For the text around the keys of a configuration, and `[Daemon]`.
    static let configuration: [String: String] = [
        "The configuration, key by key":
            "配置参考：全部配置项",
        "[简体中文](%.zh-CN.md)":
            "[English](%.md)",
        "Made from the key table by `make generate`; the manual page `ossauthd.conf`(5) says the same.":
            "由 `make generate` 根据配置项表生成；手册页 `ossauthd.conf`(5) 内容相同。",
        "[operating.md](operating.md) shows how the keys are used together.":
            "[运维手册](operating.zh-CN.md)说明怎样配合使用这些配置项。",
        "The files have the syntax of systemd: sections in brackets, Key=value lines, and comments that begin with # or ;. A backslash at the end of a line continues it in the next. ossauthd.conf comes first, then the drop-ins in the order of their names. A file in /etc hides one of the same name in /run, and that one in /usr/lib. A later value takes the place of an earlier one, a list grows, and an empty value empties it. Quotes hold words together.":
            "配置文件采用 systemd 的语法：方括号中是段名，Key=value 是一行设置，以 # 或 ; 开头的是注释，行尾的反斜杠表示下一行继续。先读取 ossauthd.conf，再按文件名顺序读取 drop-in；/etc 中的文件会遮盖 /run 中的同名文件，/run 中的又遮盖 /usr/lib 中的。后面的值取代前面的值，列表则累加，空值会清空列表。引号把多个词合为一个。",
        "A section that an earlier file has too is continued: its lists grow, its values are replaced. So give each rule of your own a name that no other file has. The same name twice in one file is an error.":
            "如果前面的文件已有同名的段，则视为续写：列表累加，值被取代。因此请给您自己的每条规则起一个其他文件中没有的名称。同一文件中出现两个同名的段是错误。",
        "Time spans are written as 90 (seconds), 15min or 1h 30min; switches as yes or no. In globs * stands for any characters but /, ** for any characters, ? for one character but /, and a backslash takes the meaning from what follows it.":
            "时间写作 90（秒）、15min 或 1h 30min；开关写作 yes 或 no。通配符中 * 匹配除 / 以外的任意字符，** 匹配任意字符，? 匹配除 / 以外的一个字符，反斜杠取消其后字符的特殊含义。",
        "No secret is written here. A key that needs one names a file: an absolute path, or a bare name for a credential that systemd hands over, see LoadCredentialEncrypted= in systemd.exec(5). Files of secrets are read again on each use; those of Source=static at a start and at ossauthctl refresh PROFILE.":
            "这里不写任何机密。需要机密的配置项指定一个文件：绝对路径，或者由 systemd 传递的凭据名（不含斜杠），见 systemd.exec(5) 中的 LoadCredentialEncrypted=。机密文件在每次使用时重新读取；Source=static 的文件只在启动和执行 ossauthctl refresh PROFILE 时读取。",
        "ossauthd --check reports all errors with their place, and warns of settings that are probably unintended. systemctl reload ossauthd applies a changed configuration; one with an error changes nothing. Sockets, limits and the cache change with a restart only; a reload says which keys wait for one, and so do its log and ossauthctl doctor.":
            "ossauthd --check 报告全部错误及其位置，并对疑似写错的设置给出警告。systemctl reload ossauthd 使修改后的配置生效；有错误的配置不会改变任何东西。socket、上限和缓存只在重启后改变；重新加载时的应答、日志和 ossauthctl doctor 都会列出等待重启的配置项。",
        "[Daemon] has the sockets, the cache, limits and the log.":
            "[Daemon] 包含 socket、缓存、上限和日志。",
        "Path, mode, user and group of a socket that systemd hands over are those of its unit, and the keys for them change nothing. Set SocketMode= and SocketGroup= with systemctl edit ossauthd.socket, then systemctl restart ossauthd.socket. The same holds for ossauthd-admin.socket and ossauthd-credentials.socket.":
            "由 systemd 传递的 socket，其路径、权限、用户和组以 socket 单元为准，这里的配置项不起作用。请用 systemctl edit ossauthd.socket 设置 SocketMode= 和 SocketGroup=，然后执行 systemctl restart ossauthd.socket。ossauthd-admin.socket 和 ossauthd-credentials.socket 也是如此。",
        "LogLevel=error logs what an operator must fix, such as a configuration that is refused. warning adds failures that are tried again, such as a token that does not come. notice adds tokens that ended or were forgotten. info adds each start, reload and new token. debug adds each exchange with a server: its address without the query, its answer and how long that took, but no secret. Audit= has records of its own, which are written at every level.":
            "LogLevel=error 记录必须由运维人员处理的问题，例如被拒绝的配置。warning 增加会自动重试的失败，例如没有取到凭证。notice 增加凭证到期或被清除。info 增加每次启动、重新加载和取得新凭证。debug 增加与服务器的每次交互：不含查询参数的地址、应答和所用时间，但不含机密。Audit= 有自己的记录，在任何级别下都会写入。",
        "Key":
            "配置项",
        "Default":
            "默认值",
        "means":
            "含义",
        "Example: %":
            "示例：%",
        "Profile of requests that name none; the only one if unset.":
            "请求没有指定 Profile 时使用的 Profile；不设置时为唯一的那个。",
        "Set it if there is more than one profile and most programs use the same one.":
            "有多个 Profile 而大多数程序使用同一个时设置。",
        "Path where programs connect, unless systemd passes the socket.":
            "程序连接的路径；由 systemd 传递 socket 时除外。",
        "Keep it: all clients look there. Another path needs $OSSAUTHD_SOCKET in each program.":
            "保持默认：所有客户端都在那里查找。改用其他路径时，每个程序都要设置 $OSSAUTHD_SOCKET。",
        "Permissions of the api socket, if the daemon creates it.":
            "api socket 的权限，在守护进程自行创建时使用。",
        "0660 with a group is good; 0666 lets every user connect, and the rules alone decide.":
            "0660 加上一个组比较合适；0666 让每个用户都能连接，权限只由规则决定。",
        "Keep it.":
            "保持默认。",
        "Its group, by name or number.":
            "它的组，组名或编号。",
        "A group whose members are the users of your programs.":
            "一个组，其成员是运行您的程序的用户。",
        "Path where the administrator connects, unless systemd passes the socket; only root and the daemon's user may.":
            "管理员连接的路径；由 systemd 传递 socket 时除外；只有 root 和守护进程的用户可以连接。",
        "Keep it outside the directory of the api socket, so that a container that mounts that directory does not get it.":
            "不要放在 api socket 的目录中，以免挂载该目录的容器也得到它。",
        "Its group.":
            "它的组。",
        "127.0.0.1:PORT or [::1]:PORT for unmodified SDKs; off if unset. With systemd: ossauthd-compat.socket.":
            "供未经修改的 SDK 使用的 127.0.0.1:PORT 或 [::1]:PORT；不设置则关闭。使用 systemd 时见 ossauthd-compat.socket。",
        "A free port below 32768, which the kernel gives to no outgoing connection.":
            "一个小于 32768 的空闲端口，内核不会把它分配给外出的连接。",
        "100.100.100.200:80 or a loopback address for programs that support only ECS roles; off if unset.":
            "100.100.100.200:80 或回环地址，供只支持 ECS 实例角色的程序使用；不设置则关闭。",
        "The address of ECS in a network namespace; a loopback address if the program can be told where to ask.":
            "在网络命名空间中使用 ECS 的地址；如果程序可以指定查询地址，则使用回环地址。",
        "required: hardened mode only; optional: normal mode too.":
            "required：仅加固模式；optional：也允许普通模式。",
        "Keep required: it protects against programs that can be made to fetch a URL. optional is for old clients only.":
            "保持 required：可以防止程序被诱导访问该 URL。optional 只用于旧客户端。",
        "Directory that keeps tokens over a restart; another one needs a drop-in with ReadWritePaths=-PATH.":
            "重启期间保存凭证的目录；改用其他目录时需要带 ReadWritePaths=-PATH 的 drop-in。",
        "Keep it. Another one must belong to the daemon's user, with mode 0700.":
            "保持默认。其他目录必须属于守护进程的用户，权限为 0700。",
        "File with 32 bytes, the key that encrypts the cache files.":
            "含 32 字节的文件，即加密缓存文件的密钥。",
        "A systemd credential, bound to this host and its TPM. Without the key the tokens are in plain text, readable for root and the daemon.":
            "一个与本机及其 TPM 绑定的 systemd 凭据。没有密钥时，凭证以明文保存，root 和守护进程可以读取。",
        "Connections at the same time.":
            "同时存在的连接数。",
        "Twice the connections at the busiest moment; each needs one file descriptor.":
            "最繁忙时连接数的两倍；每个连接占用一个文件描述符。",
        "Connections of one user at the same time.":
            "一个用户同时存在的连接数。",
        "Tokens of Scope=caller at the same time; the one that was not asked for the longest is dropped.":
            "同时存在的 Scope=caller 临时访问凭证的数量；超出时丢弃最久没有被请求的一份。",
        "Twice the programs that ask for credentials of profiles with Scope=caller, or for tokens of users.":
            "请求 Scope=caller 的 Profile 的凭证或为用户请求凭证的程序数量的两倍。",
        "A quarter of MaxConnections=, so that one user cannot use up all connections.":
            "MaxConnections= 的四分之一，使一个用户无法占满全部连接。",
        "Time after which an idle connection is closed.":
            "空闲连接在这段时间之后关闭。",
        "Longer than the pause of your clients between two requests on one connection.":
            "比您的客户端在同一连接上两次请求的间隔更长。",
        "Time limit for a request to arrive, and for its wait for a credential.":
            "请求到达以及等待凭证的时间上限。",
        "Shorter than the timeout of your clients, so that they get an answer that says why.":
            "比客户端的超时时间短，这样客户端能得到说明原因的应答。",
        "error, warning, notice, info or debug.":
            "error、warning、notice、info 或 debug。",
        "info in operation; debug while you look for the cause of a failed fetch.":
            "日常运行用 info；查找获取失败的原因时用 debug。",
        "no, summary or full (yes is the same); if unset, summary if there is a journal, else no.":
            "no、summary 或 full（yes 与 full 相同）；不设置时，有 journal 则为 summary，否则为 no。",
        "summary is good for most hosts; full if you must account for each signature, in a journal of its own.":
            "大多数主机用 summary；必须记录每个签名时用 full，并使用单独的 journal。",
    ]
}
