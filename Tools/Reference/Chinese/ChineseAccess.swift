extension Chinese {
    /// For `[Access]` and `[Sink]`.
    static let access: [String: String] = [
        "Each [Access NAME] is a rule: it says which callers may do what. All rules count together: a request is granted when one rule for the caller grants all of it. Without any rule, root and the members of the group ossauth may sign, presign, post-policy, status and watch with every profile. No caller may read a credential then. The first rule of your own replaces that.":
            "每个 [Access NAME] 是一条授权规则，规定哪些调用者可以做什么。全部规则一起生效：适用于该调用者的某一条规则允许整个请求，请求才会被允许。没有任何规则时，root 和 ossauth 组的成员可以用每个 Profile 执行 sign、presign、post-policy、status 和 watch，任何调用者都不能读取凭证；您写下的第一条规则会取代这一默认设置。",
        "Upload forms count as POST. A form for an exact key needs a pattern in Key= that matches the key. A form for a prefix needs a pattern that ends in ** and covers the prefix, as incoming/** covers incoming/. A form without a condition on the key needs Key=**.":
            "上传表单按 POST 处理。指定了完整对象名的表单，需要 Key= 中有匹配该对象名的模式。限定前缀的表单，需要以 ** 结尾并涵盖该前缀的模式，例如 incoming/** 涵盖 incoming/。没有对象名条件的表单需要 Key=**。",
        "uid: user: gid: group: unit: slice: exe: label: of callers; a caller must match all of one line. A line with an unknown user or group matches no caller.":
            "调用者的 uid: user: gid: group: unit: slice: exe: label:；调用者必须满足同一行中的全部条件。含有未知用户或组的行不匹配任何调用者。",
        "A user or a unit for each program. Several lines are alternatives.":
            "每个程序写一个用户或单元。多行之间是“或”的关系。",
        "Profiles, with globs; all if unset.":
            "Profile，可用通配符；不设置则为全部。",
        "Name it as soon as there are two profiles.":
            "有两个 Profile 时就应指定。",
        "sign presign post-policy sign-string sign-opaque credentials issue status watch.":
            "sign presign post-policy sign-string sign-opaque credentials issue status watch。",
        "presign for downloads by others, sign for requests of the program itself; credentials only in a rule of its own.":
            "presign 供他人下载，sign 供程序自己的请求；credentials 应单独写一条规则。",
        "Signature versions: v4 v1 s3; the one of the profile, its SignatureVersion=, if unset.":
            "签名版本：v4 v1 s3；不设置时为该 Profile 的 SignatureVersion=。",
        "Leave it unset, unless programs use V1 or the S3 signature beside V4.":
            "不要设置，除非程序除 V4 之外还使用 V1 或 S3 签名。",
        "Buckets, with globs; all if unset.":
            "Bucket，可用通配符；不设置则为全部。",
        "Name it, even if the profile has Bucket=.":
            "请指定，即使 Profile 已有 Bucket=。",
        "Object keys, with globs, %u for the user's name and %% for a percent sign; all if unset.":
            "对象名，可用通配符，%u 表示用户名，%% 表示百分号；不设置则为全部。",
        "Object keys, with globs, %u for the user's name, %i for the instance of the unit and %% for a percent sign; all if unset.":
            "对象名，可用通配符，%u 表示用户名，%i 表示单元的实例名，%% 表示百分号；不设置则为全部。",
        "The narrowest prefix that the program needs; %u gives each user a folder, %i each job.":
            "程序所需的最小前缀；%u 为每个用户提供一个目录，%i 为每个作业提供一个目录。",
        "GET PUT POST HEAD DELETE OPTIONS; all if unset.":
            "GET PUT POST HEAD DELETE OPTIONS；不设置则为全部。",
        "GET HEAD for readers, PUT for uploads; leave DELETE out where nothing is to be lost.":
            "只读用 GET HEAD，上传用 PUT；不能丢失数据时不要写 DELETE。",
        "Query parameters that need a grant, by their names; see the lists below.":
            "需要授权的查询参数，写出名称；见下面的列表。",
        "Only the names that the program uses; acl and policy can make data public.":
            "只写程序使用的名称；acl 和 policy 可能使数据公开。",
        "Longest validity of a presigned URL or form.":
            "预签名 URL 或表单的最长有效期。",
        "As short as its use allows: a URL cannot be taken back.":
            "在满足用途的前提下尽量短：URL 无法收回。",
        "Largest difference between the signing time and now.":
            "签名时间与当前时间的最大差值。",
        "Keep it. infinity is for programs that sign for a later time.":
            "保持默认。infinity 供为将来签名的程序使用。",
        "Signatures for one user per time, for example 100/s.":
            "每个用户在单位时间内的签名数，例如 100/s。",
        "Several times what the program needs at its busiest moment: the limit is for accidents.":
            "程序最繁忙时所需数量的几倍：该上限用于防止意外。",
        "Signatures at once; the count of Rate= if unset. One call with more keys is answered as a whole, and the next waits until Rate= has made up for it.":
            "一次可用的签名数；不设置时为 Rate= 的数量。一次调用中超出的对象名会全部应答，下一次调用则要等到 Rate= 补足为止。",
        "The longest list that a program signs at once.":
            "程序一次签名的最长列表。",
        "no, summary or full, for what the rule grants; the value of [Daemon] if unset.":
            "该规则授权的请求的记录方式：no、summary 或 full；不设置时与 [Daemon] 相同。",
        "full where each read must be accounted for; no for a monitor that reads all day.":
            "必须记录每次读取时用 full；整天读取的监控程序用 no。",
        "Selectors of `Match=`":
            "`Match=` 的选择条件",
        "The number of the user.":
            "用户的编号。",
        "The name of the user.":
            "用户的名称。",
        "The number of one of the user's groups.":
            "用户所属某个组的编号。",
        "The name of one of the user's groups.":
            "用户所属某个组的名称。",
        "The systemd unit of the process.":
            "进程的 systemd 单元。",
        "Its slice.":
            "进程的 slice。",
        "The path of its program.":
            "进程的程序路径。",
        "Its label of SELinux or AppArmor.":
            "进程的 SELinux 或 AppArmor 标签。",
        "Operations of `Allow=`":
            "`Allow=` 的操作",
        "Signatures for the Authorization header.":
            "放在 Authorization 请求头中的签名。",
        "URLs with a signature.":
            "带签名的 URL，即预签名 URL。",
        "Forms for uploads from a browser. Parameter= judges their conditions; OSS may take fields that none of them names.":
            "供浏览器上传的表单。Parameter= 检查表单的条件；OSS 可能接受任何条件都没有提到的字段。",
        "Complete strings to sign, which the daemon parses and checks against the rule.":
            "完整的待签名字符串，由守护进程解析并与规则核对。",
        "Strings that hide their request: a caller with this operation can do everything that the key allows.":
            "看不出对应请求的字符串：有此权限的调用者可以做该密钥允许的一切。",
        "The credential itself.":
            "凭证本身。",
        "Tokens with any name and policy, for a server that hands them on to users of its own, such as ossauth-appserver.":
            "带任意名称和权限策略的临时访问凭证，供把凭证转交给自己用户的服务器使用，例如 ossauth-appserver。",
        "The metrics. Every caller that may use a profile sees its state, also with this operation alone.":
            "监控指标。能使用某个 Profile 的调用者都能看到它的状态，即使只有这一项权限。",
        "Events of the profiles as they happen.":
            "Profile 的实时事件。",
        "Names of `Parameter=`":
            "`Parameter=` 的名称",
        "A rule grants the parameters that only read, write or list objects, and those of a signature, without naming them. Every other one needs Parameter= with its name, also one that is in neither list. The headers x-oss-acl, x-oss-object-acl and x-oss-tagging count as acl and tagging, and so do fields of these names in the conditions of a form. A header with the name of a parameter that needs a grant counts as that parameter. x-oss-process needs a grant with PUT and POST, because it can store its result elsewhere. If the rule has Key=, it needs one with each method: it can show another object over the one that is read, and sign each segment that an HLS playlist names. delete names in its body what it removes; it needs a grant if the rule has Key=, or Method= without DELETE.":
            "只读取、写入或列举对象的参数，以及签名自身的参数，不必写出就被规则允许。其他参数都需要在 Parameter= 中写出名称，不在两个列表中的也是如此。请求头 x-oss-acl、x-oss-object-acl 和 x-oss-tagging 视为 acl 和 tagging，表单条件中的同名字段也是如此。与需要授权的参数同名的请求头，视为该参数。x-oss-process 在 PUT 和 POST 中需要授权，规则有 Key= 时在任何方法中都需要：它可以把结果存到别处，用另一个对象遮盖所读取的对象，还可以为 HLS 播放列表中的每个分段签名。delete 在请求体中列出要删除的对象；规则有 Key=，或者 Method= 中没有 DELETE 时，它需要授权。",
        "Without a grant:":
            "无需授权：",
        "Known, and with a grant only:":
            "已知，但需要授权：",
        "[Sink NAME] keeps a file up to date for programs that cannot use the API. The unit allows the daemon to write only in its cache, so a drop-in must add the folder.":
            "[Sink NAME] 为不能使用 API 的程序保持一个凭证文件的更新。单元只允许守护进程写入缓存目录，因此需要用 drop-in 加上目标目录。",
        "With Format=directory the path is a link to a folder with the files AccessKeyId, AccessKeySecret, SecurityToken and Expiration. The daemon replaces the link, so a reader that opens the folder once sees one credential.":
            "Format=directory 时，路径是指向一个目录的链接，目录中有文件 AccessKeyId、AccessKeySecret、SecurityToken 和 Expiration。守护进程替换的是链接，所以只打开一次目录的读者看到的是同一份凭证。",
        "Profile whose credential is written.":
            "写入哪个 Profile 的凭证。",
        "Name of the [Access] section that limits the credential; for a profile with Scope=caller.":
            "限制该凭证权限的 [Access] 小节的名称；用于 Scope=caller 的 Profile。",
        "A rule with the Bucket= and Key= that the reader of the file needs, without %u.":
            "一条规则，其 Bucket= 和 Key= 是文件的读者所需要的，且不含 %u。",
        "One profile; a file contains one credential.":
            "一个 Profile；一个文件包含一份凭证。",
        "json env process external ini ossutil ossfs appserver aws aws-process aws-ini directory.":
            "json env process external ini ossutil ossfs appserver aws aws-process aws-ini directory。",
        "The one that the program reads: the page on credentials has a table.":
            "程序能读取的格式：关于凭证的页面有一张表。",
        "Path of the file, which is replaced atomically; for directory, of the link to the folder.":
            "文件的路径，以原子方式替换；directory 时为指向目录的链接的路径。",
        "In a directory in memory, such as one below /run, so that no disk holds the token.":
            "放在内存目录中，例如 /run 之下，使磁盘上不留凭证。",
        "Permissions of the file.":
            "文件的权限。",
        "0640 with the program's group; never readable for all.":
            "0640 加上程序所属的组；绝不要让所有用户可读。",
        "Names in a file of Format=env: oss alicloud velero juicefs aws, or NAME=MEMBER with one of AccessKeyId AccessKeySecret SecurityToken Expiration Region Endpoint S3Endpoint.":
            "Format=env 的文件中使用的变量名：oss alicloud velero juicefs aws，或 NAME=MEMBER，其中 MEMBER 为 AccessKeyId AccessKeySecret SecurityToken Expiration Region Endpoint S3Endpoint 之一。",
        "The set that the program knows.":
            "程序认识的那一组。",
        "Owner of the file, by name or number; the daemon's user if unset.":
            "文件的所有者，用户名或编号；不设置时为守护进程的用户。",
        "Leave it unset and use Group=: another owner needs CAP_CHOWN.":
            "不要设置，改用 Group=：更换所有者需要 CAP_CHOWN。",
        "Group of the file, by name or number; the daemon's if unset.":
            "文件的组，组名或编号；不设置时为守护进程的组。",
        "The group of the program that reads the file.":
            "读取该文件的程序所属的组。",
        "Remaining validity at which the credential is replaced; by default, as much as readers of the format need.":
            "剩余有效期低于此值时更换凭证；默认值取决于读取该格式的程序。",
        "More than the longest time for which the program uses a credential that it has read.":
            "比程序读取凭证之后继续使用它的最长时间更长。",
        "[Forward NAME] names a proxy of this host: it asks how to send each request of a local program on to OSS. The program needs no key. The kernel says which user and unit made the connection, and the rules with Allow=sign for them decide.":
            "[Forward NAME] 指定本机的一个代理：对本机程序的每个请求，它询问守护进程怎样转发给 OSS。程序不需要密钥。连接属于哪个用户和单元由内核给出，由适用于它们的带 Allow=sign 的规则决定。",
        "[Role] names users whose programs know only the role of an instance. They reach the daemon at the addresses of the metadata, and never the metadata of the instance; all other users and root reach that as before. A reload puts the section into effect.":
            "[Role] 列出只认实例角色的程序所属的用户。它们在元数据的地址上访问到的是守护进程，永远不会访问到实例的元数据；其他用户和 root 仍访问实例的元数据。重新加载后该段生效。",
        "Users, by name or number, whose programs get their role at 100.100.100.200 and 169.254.169.254.":
            "其程序在 100.100.100.200 和 169.254.169.254 得到角色的用户，写名称或编号。",
        "The User= of their units; a rule says what each gets.":
            "各单元的 User=；每个用户得到什么由规则决定。",
        "Path where the proxies of [Forward] sections ask, unless systemd passes the socket; off if unset.":
            "[Forward] 段中的代理进行询问的路径；由 systemd 传递 socket 时除外；不设置则关闭。",
        "Leave it unset where systemd has ossauthd-forward.socket; elsewhere the proxy must run as the daemon's user.":
            "在有 ossauthd-forward.socket 的系统上不要设置；否则代理必须以守护进程的用户运行。",
        "127.0.0.1:PORT where programs connect to the proxy; below 512, so that no other program takes it.":
            "程序连接代理的 127.0.0.1:PORT；端口小于 512，以免被其他程序占用。",
        "Another port for each further section.":
            "每增加一段，用另一个端口。",
        "root, or proxy if the proxy opens any port by itself: for a pod, whose programs trust each other.":
            "root；或者 proxy，由代理自己打开任意端口：用于 Pod，其中的程序互相信任。",
        "root: a user that can open the port gets the uploads of programs while the proxy is away.":
            "保持 root：能够打开该端口的用户，在代理不在时会得到程序上传的内容。",
        "User of the proxy, which nothing else runs as.":
            "代理的用户，不运行任何其他程序。",
        "A user for the proxy alone, and for no rule.":
            "只供代理使用、没有任何规则适用的用户。",
        "Profile whose credential signs the requests.":
            "用其凭证为请求签名的 Profile。",
        "One profile with Endpoint=.":
            "一个设置了 Endpoint= 的 Profile。",
    ]
}
