extension Chinese {
    /// For the keys of each source.
    static let sources: [String: String] = [
        "Tokens from a server of yours, over HTTP: by default it answers with StatusCode, AccessKeyId, AccessKeySecret, SecurityToken and Expiration, as the mobile SDKs know it. Map= and Success= describe another form of answer; Decoder= converts anything else.":
            "通过 HTTP 从您的服务器取得凭证。默认情况下，应答包含 StatusCode、AccessKeyId、AccessKeySecret、SecurityToken 和 Expiration，与移动端 SDK 使用的相同。Map= 和 Success= 描述其他格式的应答；Decoder= 转换其余任何格式。",
        "URLs of the AppServer; tried in order, those that failed recently last.":
            "应用服务器的 URL；按顺序尝试，最近失败过的排在最后。",
        "https. Two servers in different zones survive the outage of one.":
            "使用 https。两台位于不同可用区的服务器可以经受其中一台的故障。",
        "GET or POST.":
            "GET 或 POST。",
        "GET, unless your server reads a body.":
            "GET，除非您的服务器需要读取请求体。",
        "Name: value, sent with each request; one for each line.":
            "Name: value，随每个请求发送；每行一个。",
        "Without secrets: Authorization= is for those.":
            "不要写机密：机密由 Authorization= 负责。",
        "Body of a POST.":
            "POST 的请求体。",
        "As your server expects it; say its form with Header=Content-Type: application/json.":
            "按您的服务器的要求填写；用 Header=Content-Type: application/json 说明格式。",
        "Time limit of the whole exchange.":
            "整个交互的时间上限。",
        "A few times as long as your server usually takes.":
            "服务器通常所用时间的几倍。",
        "Proxy for the exchange.":
            "交互使用的代理。",
        "With scheme and port. Variables such as http_proxy are not read.":
            "写出协议和端口。不读取 http_proxy 等环境变量。",
        "Whether http to another host is allowed.":
            "是否允许用 http 访问其他主机。",
        "Keep no: over http everyone on the way can read the token.":
            "保持 no：使用 http 时，途中的任何人都能读到凭证。",
        "none, bearer, basic or oauth2-client-credentials.":
            "none、bearer、basic 或 oauth2-client-credentials。",
        "bearer is the simplest; a client certificate needs none.":
            "bearer 最简单；使用客户端证书时不需要。",
        "Token of bearer, or the token of another issuer that proves the client.":
            "bearer 的令牌，或者由其他签发方签发、用来证明客户端身份的令牌。",
        "A systemd credential whose name begins with ossauth-fetch.":
            "名称以 ossauth-fetch. 开头的 systemd 凭据。",
        "User of basic.":
            "basic 的用户名。",
        "A user of its own for each host makes it possible to lock out one host.":
            "为每台主机设置单独的用户，就可以单独停用某一台。",
        "Password of basic.":
            "basic 的密码。",
        "URL of the token endpoint of oauth2-client-credentials.":
            "oauth2-client-credentials 的令牌端点 URL。",
        "The token endpoint of your identity provider, with https.":
            "您的身份提供商的令牌端点，使用 https。",
        "Client of oauth2-client-credentials.":
            "oauth2-client-credentials 的客户端。",
        "The ID under which the identity provider knows this host.":
            "身份提供商用来识别本机的 ID。",
        "Secret of that client.":
            "该客户端的密钥。",
        "Private key of that client, in place of a secret: RSA or P-256, PKCS#8 in PEM. It signs a token (RFC 7523).":
            "该客户端的私钥，取代密钥：RSA 或 P-256，PEM 格式的 PKCS#8。用它签署一个令牌（RFC 7523）。",
        "A systemd credential whose name begins with ossauth-fetch: the key never leaves this host.":
            "名称以 ossauth-fetch. 开头的 systemd 凭据：私钥不会离开本机。",
        "Certificate of that key in PEM, with the chain to an authority that the server trusts.":
            "该私钥的 PEM 证书，以及到服务器所信任的颁发机构的证书链。",
        "One file with the key and its certificates, so that a renewal replaces them together.":
            "私钥和证书放在同一个文件中，续期时一起替换。",
        "Audience of that token; TokenURL= if unset.":
            "该令牌的受众；未设置时为 TokenURL=。",
        "Only for a server that wants its issuer instead of TokenURL=.":
            "仅用于要求以签发方而不是 TokenURL= 为受众的服务器。",
        "Name of that key at the server, the kid of the token; if unset its thumbprint (RFC 7638), or none with AssertionCertificate=.":
            "服务器上该私钥的名称，即令牌的 kid；未设置时为其指纹（RFC 7638），使用 AssertionCertificate= 时没有 kid。",
        "Only if the server shows another name for the key.":
            "仅当服务器显示的密钥名称不同时设置。",
        "Instance of IDaaS for which ECS signs the identity of this host, in place of a secret.":
            "IDaaS 实例；ECS 为它签署本机的身份文档，取代密钥。",
        "The ID of your instance of IDaaS; for hosts that are ECS instances.":
            "您的 IDaaS 实例 ID；用于 ECS 实例。",
        "Name of the federated credential in IDaaS; with AssertionCertificate=, TokenFile= or InstanceIdentity=.":
            "IDaaS 中联合凭证的名称；与 AssertionCertificate=、TokenFile= 或 InstanceIdentity= 一起使用。",
        "Only for IDaaS: as the console names it.":
            "仅用于 IDaaS：与控制台中的名称一致。",
        "Scopes that the client requests.":
            "客户端请求的 scope。",
        "Only the scope that your AppServer checks.":
            "只写应用服务器会检查的 scope。",
        "Authorities to trust instead of those of the host.":
            "信任的证书颁发机构，取代本机默认的。",
        "Set it if the server's certificate comes from an authority of your own.":
            "服务器证书由您自己的机构签发时设置。",
        "Client certificate.":
            "客户端证书。",
        "A PEM file, with the chain if there is one.":
            "PEM 文件；有证书链时一并包含。",
        "Private key of that certificate.":
            "该证书的私钥。",
        "A systemd credential: the key is a secret.":
            "一个 systemd 凭据：私钥是机密。",
        "Member=/json/pointer for members in other positions.":
            "Member=/json/pointer，用于位置不同的成员。",
        "One for each member that your server puts elsewhere.":
            "服务器放在其他位置的每个成员写一个。",
        "/pointer==value or /pointer!=value, the test that an answer must pass.":
            "/pointer==value 或 /pointer!=value，应答必须满足的条件。",
        "The member by which your server tells success from an error.":
            "服务器用来区分成功和错误的成员。",
        "Command that reads the answer and writes the document.":
            "读取应答并输出标准文档的命令。",
        "Only for an answer that is not JSON. The unit needs ExecPaths= with its path.":
            "只用于不是 JSON 的应答。单元需要 ExecPaths= 加上它的路径。",
        "Nothing is fetched: ossauthctl credentials set gives the profile its token.":
            "不获取凭证：由 ossauthctl credentials set 为该 Profile 设置。",
        "A long-lived key of its own, from two files.":
            "长期有效的访问密钥，来自两个文件。",
        "File with the AccessKey ID.":
            "包含 AccessKey ID 的文件。",
        "A systemd credential. The key of a RAM user with few permissions, never that of the account.":
            "一个 systemd 凭据。使用权限很小的 RAM 用户的密钥，绝不要用主账号的密钥。",
        "File with the AccessKey secret.":
            "包含 AccessKey Secret 的文件。",
        "A systemd credential, encrypted with systemd-creds.":
            "一个用 systemd-creds 加密的 systemd 凭据。",
        "The key stays on a server of yours, which is asked for each signature. All keys of Source=appserver but Body= are valid here too; Method= is POST.":
            "密钥留在您的服务器上，每次签名都请求该服务器。Source=appserver 的配置项除 Body= 外在这里都有效；Method= 为 POST。",
        "Whether to post the bare string to sign.":
            "是否只发送待签名字符串本身。",
        "yes for a server of the mobile SDKs, with SignatureVersion=v1.":
            "服务器是为移动端 SDK 编写的时设为 yes，并设 SignatureVersion=v1。",
        "ID of the key that the server signs with.":
            "服务器签名所用密钥的 ID。",
        "The ID that the server signs with. It is part of each URL and no secret.":
            "服务器签名所用的 ID。它是每个 URL 的一部分，不是机密。",
        "A role of RAM, for which STS is asked with the key of another profile.":
            "RAM 角色，用另一个 Profile 的密钥向 STS 申请扮演。",
        "Profile whose key asks for the role.":
            "用哪个 Profile 的密钥申请扮演角色。",
        "A profile with Source=static whose key may do nothing but assume this role.":
            "一个 Source=static 的 Profile，其密钥只允许扮演该角色。",
        "The role.":
            "要扮演的角色。",
        "From the role's page in the RAM console.":
            "见 RAM 控制台中该角色的页面。",
        "Name of the session in the audit log.":
            "审计日志中的会话名称。",
        "The name of the host: ActionTrail shows it.":
            "主机名：操作审计（ActionTrail）会显示它。",
        "Life of the token: 15min (900 s, the least of STS) to 12h, and no longer than the role allows.":
            "临时访问凭证的有效期：15min（900 秒，STS 的下限）到 12h，且不超过角色允许的时长。",
        "At most the role's longest session. Longer survives longer outages; a leaked token works longer too.":
            "不超过角色的最大会话时间。越长越能经受长时间的故障，但泄露的凭证也能使用更久。",
        "Policy that restricts the role: JSON, or the path of a file with it.":
            "限制角色权限的权限策略：JSON，或者包含它的文件的路径。",
        "Only what this host needs; it can restrict the role, never extend it.":
            "只写本机需要的权限；它只能缩小角色的权限，不能扩大。",
        "Token for a program with Allow=credentials: profile: that of the profile; caller: one of its own, limited to what the rules of the program grant.":
            "交给拥有 Allow=credentials 的程序的临时访问凭证：profile 是该 Profile 自己的；caller 是程序专用的一份，权限不超过该程序的规则。",
        "caller, if programs sign by themselves and the rules have to limit them.":
            "程序自行签名而又需要受规则约束时，设为 caller。",
        "External ID that the role's trust policy demands.":
            "角色的信任策略要求的外部 ID。",
        "The value that the owner of the role gave to you.":
            "角色所有者给您的值。",
        "Server of STS.":
            "STS 的服务地址。",
        "The one of your region, or its VPC endpoint, is nearer.":
            "您所在地域的服务地址或其 VPC 地址距离更近。",
        "A role of RAM, for which STS is asked with the token of an identity provider.":
            "RAM 角色，用身份提供商的令牌向 STS 申请扮演。",
        "The identity provider.":
            "身份提供商。",
        "From the provider's page in the RAM console; on ACK the one of RRSA.":
            "见 RAM 控制台中该身份提供商的页面；在 ACK 上是 RRSA 的身份提供商。",
        "File with the provider's token.":
            "包含身份提供商令牌的文件。",
        "The file that the cluster keeps fresh.":
            "由集群保持更新的文件。",
        "The role of this ECS instance, from its metadata service.":
            "本 ECS 实例的角色，来自元数据服务。",
        "The role; the service is asked for it if unset.":
            "角色；不设置时向元数据服务查询。",
        "Leave it unset: an instance has one role.":
            "不要设置：一个实例只有一个角色。",
        "The metadata service.":
            "元数据服务。",
        "Keep it; another one is for tests.":
            "保持默认；其他地址用于测试。",
        "A credential in six members, from one URL.":
            "从一个 URL 取得的六成员凭证。",
        "URL of the document.":
            "该文档的 URL。",
        "An address of this host, or https.":
            "本机地址，或 https。",
        "A command that prints a credential, in any form that is known.":
            "输出凭证的命令，支持所有已知格式。",
        "Absolute path and arguments; there is no shell.":
            "绝对路径和参数；不经过 shell。",
        "A program that prints the credential within a second. The unit needs ExecPaths= with its path.":
            "能在一秒内输出凭证的程序。单元需要 ExecPaths= 加上它的路径。",
        "Time limit of the command.":
            "命令的时间上限。",
        "A few times as long as the command usually takes.":
            "命令通常所用时间的几倍。",
        "The first of other profiles that can sign.":
            "其他若干 Profile 中第一个能签名的。",
        "The profiles, in the order in which they are tried.":
            "这些 Profile，按尝试的顺序排列。",
        "First the one that you prefer, last the one that always works.":
            "首选的放在最前，始终可用的放在最后。",
    ]
}
