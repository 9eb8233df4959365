extension Chinese {
    /// The keys of `ossauth-appserver.conf`.
    static let appServer = [
        "ossauth-appserver has a file of its own in the same syntax, which --config names. [AppServer] has the socket, the limits and the places of secrets.":
            "ossauth-appserver 有自己的配置文件，语法相同，由 --config 指定。[AppServer] 包含 socket、各项限制和机密文件的位置。",
        "systemctl reload applies changed users, groups, Deny= and LogLevel=. The other keys of [AppServer] change with a restart.":
            "systemctl reload 会应用用户、用户组、Deny= 和 LogLevel= 的改动。[AppServer] 的其他配置项在重启后生效。",
        "[Group NAME] says what each user of a group gets, [User NAME] what one user gets, in place of any group. A user gets a token of the profile, restricted by a session policy: compiled from Bucket=, Key=, Method= and Parameter=, or written in Policy=. One of the two is required. ossauth-appserver --check reports what RAM cannot express, and which Parameter= a policy needs to grant GET or PUT.":
            "[Group NAME] 规定一个用户组中每个用户得到的权限，[User NAME] 规定单个用户的权限并取代用户组。用户得到该 Profile 的一份临时访问凭证，由会话权限策略限制：策略由 Bucket=、Key=、Method= 和 Parameter= 生成，或写在 Policy= 中，二者必须有其一。ossauth-appserver --check 会报告 RAM 无法表达的内容，以及授予 GET 或 PUT 所需的 Parameter=。",
        "ossauthd issues the tokens, so a rule of its ossauthd.conf must grant Allow=issue to the user of ossauth-appserver.":
            "临时访问凭证由 ossauthd 签发，所以它的 ossauthd.conf 中必须有一条规则把 Allow=issue 授予 ossauth-appserver 的用户。",
        "127.0.0.1:PORT, [::1]:PORT, or the path of a Unix socket, unless systemd passes the socket.":
            "127.0.0.1:PORT、[::1]:PORT 或 Unix socket 的路径；systemd 传入 socket 时不需要。",
        "Permissions of that socket, if the server creates it.":
            "由服务器创建该 socket 时的权限。",
        "The api socket of ossauthd.":
            "ossauthd 的 api socket。",
        "File with the hashes of the bearer tokens; ossauth-appserver --enrol writes it.":
            "保存 bearer 令牌哈希的文件；由 ossauth-appserver --enrol 写入。",
        "File with the public keys of an identity provider (JWKS), whose JSON Web Tokens are accepted; read again when it changes.":
            "包含身份提供方公钥（JWKS）的文件，接受该提供方的 JSON Web Token；文件变化后重新读取。",
        "https URL of those keys in place of the file; or discover: the discovery document of Issuer= names it. Fetched at the start, each hour, and when a token names an unknown key, at most once a minute.":
            "代替该文件的公钥 https URL；或写 discover：由 Issuer= 的 discovery 文档给出。在启动时、每小时以及令牌使用未知公钥时获取，每分钟最多一次。",
        "Authorities to trust for JWKSURL= instead of those of the host.":
            "获取 JWKSURL= 时信任的证书颁发机构，代替主机的。",
        "Claim iss that each JSON Web Token must have.":
            "每个 JSON Web Token 必须具有的 iss 声明。",
        "Audience that the claim aud of each must contain.":
            "每个令牌的 aud 声明必须包含的受众。",
        "Claim with the name of the user, or its place such as /person/name.":
            "包含用户名的声明，或它的位置，例如 /person/name。",
        "Claim with the names of the user's groups, or its place such as /realm_access/roles.":
            "包含用户所属用户组名称的声明，或它的位置，例如 /realm_access/roles。",
        "Whether the proxy passes the subject of each client certificate that it verified in the header X-Client-Subject; only with a Unix socket.":
            "代理是否在请求头 X-Client-Subject 中传递它所验证的客户端证书的主题；仅限 Unix socket。",
        "Users that get nothing, such as jwt:alice or certificate:web1; --revoke is for bearer tokens.":
            "什么也得不到的用户，例如 jwt:alice 或 certificate:web1；Bearer 令牌用 --revoke 撤销。",
        "The only proof that the section is for: token (enrolled here), certificate or jwt. If unset, [User NAME] with Subject= is for the certificate, without it for the token, and [Group NAME] for every proof.":
            "该小节唯一适用的证明方式：token（在此登记的令牌）、certificate 或 jwt。未设置时，有 Subject= 的 [User NAME] 适用于证书，没有的适用于令牌，[Group NAME] 适用于所有证明方式。",
        "Origins of web pages whose scripts may ask; none if unset.":
            "允许其脚本发起请求的网页来源；未设置时一个也没有。",
        "New tokens that this server asks ossauthd for per time; STS allows an account 100/s. Requests above it get 503 with Retry-After, or the token before.":
            "这台服务器在一段时间内向 ossauthd 申请的新凭证数；STS 对一个账号的限制是 100/s。超出的请求得到带 Retry-After 的 503，或者得到之前的凭证。",
        "Users whose tokens are kept.":
            "保留其临时访问凭证的用户数。",
        "Time after which an idle connection is closed; longer than that of the proxy.":
            "空闲连接关闭前的时间；应长于代理的空闲时间。",
        "Time limit for a request to arrive, and for its wait for a token.":
            "请求到达以及等待临时访问凭证的时间上限。",
        "error, warning, notice, info or debug; info has one line for each token.":
            "error、warning、notice、info 或 debug；info 为每份临时访问凭证记一行。",
        "Profile of ossauthd whose role the token has.":
            "临时访问凭证所用角色所在的 ossauthd Profile。",
        "Buckets of the token, with globs.":
            "临时访问凭证可用的 Bucket，可用通配符。",
        "GET PUT POST HEAD DELETE; all if unset.":
            "GET PUT POST HEAD DELETE；未设置时为全部。",
        "Query parameters that need a grant, as in ossauthd.conf(5).":
            "需要授权的查询参数，与 ossauthd.conf(5) 中相同。",
        "Session policy with %u and %%, in place of Bucket=: JSON, or the path of a file with it.":
            "可含 %u 和 %% 的会话权限策略，用来代替 Bucket=：JSON，或者包含它的文件的路径。",
        "Life of the token, 15min (900 s) to 12h; that of the profile if unset.":
            "临时访问凭证的有效期，15min（900 秒）到 12h；未设置时与 Profile 相同。",
        "Requests of one user per time, for example 10/min.":
            "一个用户在一段时间内的请求数，例如 10/min。",
        "Requests at once; the count of Rate= if unset.":
            "同时的请求数；未设置时为 Rate= 中的次数。",
        "Subject of a client certificate, such as CN=%u,OU=hosts,O=Example; in [Group NAME], %u is the user's name.":
            "客户端证书的主题，例如 CN=%u,OU=hosts,O=Example；在 [Group NAME] 中，%u 是用户名。",
        "credentials: tokens; presign: URLs; post-policy: upload forms; sign-string: signatures of requests that the client composed. All but the first need Bucket=.":
            "credentials：临时访问凭证；presign：预签名 URL；post-policy：上传表单；sign-string：客户端自己组成的请求的签名。除第一项外都需要 Bucket=。",
    ]
}
