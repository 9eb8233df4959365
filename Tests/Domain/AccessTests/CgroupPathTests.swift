internal import Access
import Testing

// Expectations from systemd's cgroup-util (`cg_path_get_unit`, `cg_path_get_slice`, `cg_unescape`) and its own tests.
struct CgroupPathTests {
    @Test(
        arguments: [
            ("/system.slice/nginx.service", "nginx.service", "system.slice"),
            (
                "/system.slice/system-getty.slice/getty@tty5.service", "getty@tty5.service",
                "system-getty.slice"
            ),
            ("/user.slice/user-1000.slice/session-2.scope", "session-2.scope", "user-1000.slice"),
            (
                "/user.slice/user-1000.slice/user@1000.service/app.slice/x.service", "user@1000.service",
                "user-1000.slice"
            ),
            ("/init.scope", "init.scope", "-.slice"),
            (
                "/system.slice/docker-0a1b.scope/system.slice/nginx.service", "docker-0a1b.scope",
                "system.slice"
            ),
            ("/system.slice/_cpu.service/sub", "cpu.service", "system.slice"),
            ("/system.slice/dev-disk\\x2dby.mount", "dev-disk\\x2dby.mount", "system.slice"),
            ("/system.slice/foo.socket", "foo.socket", "system.slice"),
            ("/foobar.slice", nil, "foobar.slice"), ("/", nil, nil), ("", nil, nil),
            ("/docker/0a1b/system.slice/nginx.service", nil, nil),
            ("/../../nginx.service", nil, nil), ("/..", nil, nil), ("//nginx.service", nil, nil),
            ("/system.slice/nginx.service (deleted)", nil, "system.slice"),
            ("/system.slice/.service", nil, "system.slice"),
            ("/system.slice/@a.service", nil, "system.slice"),
            ("/system.slice/na me.service", nil, "system.slice"),
            ("/system.slice/nginx.timer", nil, "system.slice"),
            ("nginx.service", nil, nil), ("/nginx.service\u{0}", nil, nil),
        ] as [(String, String?, String?)])
    func `finds the outermost unit and its slice`(path: String, unit: String?, slice: String?) {
        let place = CgroupPath(path: path)
        #expect(place.unit == unit)
        #expect(place.slice == slice)
    }

    @Test func `a name that is too long is none`() {
        #expect(CgroupPath(path: "/" + String(repeating: "a", count: 248) + ".service").unit == nil)
        #expect(CgroupPath(path: "/" + String(repeating: "a", count: 247) + ".service").unit != nil)
    }

    @Test(
        arguments: [
            ("0::/system.slice/a.service\n", "a.service"),
            ("12:pids:/x.service\n1:name=systemd:/system.slice/a.service\n0::/\n", "a.service"),
            ("1:name=systemd:/system.slice/a.service\n0::/system.slice/a.service\n", "a.service"),
            ("1:name=systemd:/system.slice/a.service\n0::/system.slice/b.service\n", nil),
            ("4:memory:/system.slice/a.service\n", nil), ("1:name=other:/a.service\n", nil),
            ("0:cpu:/a.service\n", nil), ("1::/a.service\n", nil), ("a.service", nil), ("", nil),
            ("0::/system.slice/a:b.service\n", "a:b.service"),
        ] as [(String, String?)])
    func `the parser reads the trees that are systemd's`(lines: String, unit: String?) {
        let place = CgroupPath(lines: lines.utf8Span.span)
        #expect(place.unit == unit)
    }
}
