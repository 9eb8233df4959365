extension Chinese {
    /// For the commands that sign.
    static let sign: [String: String] = [
        "to download it within 15 minutes":
            "15 分钟内下载",
        "two objects, for an hour":
            "两个对象，有效期一小时",
        "to upload it; the sender must send this Content-Type":
            "用于上传；发送者必须发送这个 Content-Type",
        "a smaller picture":
            "缩小的图片",
        "a list of any length":
            "列表长度不限",
        "a list of keys in one bucket":
            "同一 Bucket 中的对象名列表",
        "Usage: `%`":
            "用法：`%`",
        "Prints one URL per line, in the order of the arguments. A URL never outlives the credential that signed it: where that ends before the time asked for, a note on standard error says when.":
            "每行输出一个 URL，顺序与参数相同。URL 不会比签名所用的凭证更晚失效：如果凭证先到期，标准错误中会注明时间。",
        "With - it reads a list of OSS-URLs from standard input, one per line and of any length, and prints each line, a tab and the URL. The first that is refused ends it; of a short list nothing is printed then. When a rate of the rules is used up, it waits up to 1 hour at a time and goes on; with --no-wait it ends with 75.":
            "参数为 - 时，从标准输入读取 OSS-URL 列表，每行一个，长度不限；输出该行、一个制表符和 URL。遇到第一个被拒绝的 URL 即结束；列表较短时不输出任何内容。规则的速率用尽时，每次最多等待 1 小时再继续；使用 --no-wait 则以状态 75 结束。",
        "With --keep-going it reports each line that is refused or cannot be read with its number on standard error, signs the others, and ends with 1 if there was one.":
            "使用 --keep-going 时，把每个被拒绝或无法读取的行连同行号写到标准错误，其余各行照常签名；有这样的行时以 1 结束。",
        "the files of a folder, whatever their names": "一个目录中的文件，文件名可以含任何字符",
        "--json prints one JSON object per line, the same for one OSS-URL and for many.":
            "--json 每行输出一个 JSON 对象，一个或多个 OSS-URL 时格式相同。",
        "oss://BUCKET/KEY, the key as it is and not encoded; - for a list.":
            "oss://BUCKET/KEY，对象名按原样书写，不编码；- 表示列表。",
        "Argument":
            "参数",
        "to read an object":
            "读取对象",
        "to list a bucket":
            "列举 Bucket",
        "to write an object, with headers of your own":
            "写入对象，带您自己的请求头",
        "a command that uploads a file":
            "上传文件的命令",
        "headers for curl --header @FILE":
            "供 curl --header @FILE 使用的请求头",
        "Prints the method and the URL, then the headers to send, one per line. The signature is valid for minutes only: send the request soon.":
            "先输出请求方法和 URL，再输出要发送的请求头，每行一个。签名只在几分钟内有效：请尽快发送请求。",
        "The method of the request.":
            "请求方法。",
        "oss://BUCKET/KEY, oss://BUCKET or oss://; not encoded.":
            "oss://BUCKET/KEY、oss://BUCKET 或 oss://；不编码。",
        "a form that uploads into a folder":
            "向目录上传的表单",
        "the same with curl":
            "同上，使用 curl",
        "fields for a form of your own":
            "供您自己的表单使用的字段",
        "A URL that ends in a slash, or has no key, lets the browser name the object below it; any other is the key of the object. Prints the address, then the fields of the form, one per line; the file comes behind all of them.":
            "以斜杠结尾或没有对象名的 URL，由浏览器为其下的对象命名；其他 URL 就是对象名。先输出地址，再输出表单字段，每行一个；文件放在全部字段之后。",
        "oss://BUCKET/KEY or oss://BUCKET/FOLDER/; not encoded.":
            "oss://BUCKET/KEY 或 oss://BUCKET/FOLDER/；不编码。",
    ]
}
