/// Requests as real clients send them: curl, Python's http.client, h2load, ApacheBench, a browser.
let validRequests = [
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /v1/credentials?profile=a%20b&minValid=60 HTTP/1.1\r\nHost: localhost\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n\r\n",
    "POST /v1/sign HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\nContent-Length: 2\r\n\r\n",
    "PUT /v1/profiles/p/credentials HTTP/1.1\r\nhost:localhost:80\r\nCONTENT-LENGTH:\t17 \r\nExpect: 100-Continue\r\n\r\n",
    "GET /metrics HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
    "DELETE /v1/x HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: foo , Close\r\nX-Empty:\r\nX-Latin: caf\u{e9} \t x\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n",
    "PROPFIND /x?y?z=/ HTTP/1.1\r\nHost: a\r\n\r\n",
]
