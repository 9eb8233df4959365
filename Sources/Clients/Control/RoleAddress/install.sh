# Gives these users the role address of ossauthd. Run it as root; a later run replaces the users.
set -eu
PATH=$PATH:/usr/sbin:/sbin
units=/etc/systemd/system
for program in ip nft systemctl; do
    command -v $program >/dev/null || { echo "ossauthd: $program is not installed" >&2; exit 1; }
done

mkdir -p /etc/ossauthd
echo "users='$users'" >/etc/ossauthd/role-address.sh
cat >>/etc/ossauthd/role-address.sh <<'END'
# Written by 'ossauthctl role-address'. Puts back both locks of the role address; with 'check' it only looks.
addresses='100.100.100.200 169.254.169.254'
PATH=$PATH:/usr/sbin:/sbin
# A line with index and name for each device.
devices() { ip -o link show up | sed 's/^\([0-9]*\): \([^:@]*\).*/\1 \2/'; }
filter() {
    echo 'table inet ossauthd_role {}'
    echo 'delete table inet ossauthd_role'
    echo 'table inet ossauthd_role {'
    echo 'chain output {'
    echo 'type filter hook output priority 0; policy accept;'
    for user in $users; do
        for address in $addresses; do echo "meta skuid $user ip daddr $address oifname != \"lo\" drop"; done
        echo "meta skuid $user ip6 daddr fd00:ec2::254 drop"
    done
    echo '}'
    echo '}'
}
status=0
fail() { echo "<3>$1"; status=1; }

if [ "${1-}" != check ]; then
    for address in $addresses; do
        # One for each device, because a socket that is bound to a device takes no other route. That of lo is the first.
        devices | while read -r index device; do
            ip route replace local $address dev "$device" src 127.0.0.1 metric "$index" table 771
        done
        # It stays when the devices lose their routes.
        ip route replace prohibit $address metric 1000000000 table 771
        for user in $users; do
            # It fails if the rule is there.
            ip rule add pref 100 uidrange $user-$user to $address lookup 771 2>/dev/null
        done
    done
    filter | nft -f -
fi

for user in $users; do
    for address in $addresses; do
        for device in "" $(devices | cut -d ' ' -f 2); do
            ip route get $address ${device:+oif "$device"} uid $user 2>/dev/null | grep -q "^local $address dev lo " && continue
            fail "the rule of routing that keeps user $user from $address is missing, or an earlier one is used"
            break
        done
        # Only root may see the filter.
        [ "$(id -u)" != 0 ] || nft -n list chain inet ossauthd_role output 2>/dev/null | grep -q "skuid $user ip daddr $address " ||
            fail "the filter that keeps user $user from $address is missing"
    done
done
exit $status
END

cat >$units/ossauthd-role.service <<'END'
[Unit]
Description=Routes and filter of the role address of ossauthd
Documentation=man:ossauthctl-role-address(1)
# Before any service of a user, and before the network; a rule set that nftables.service loads would remove the filter.
DefaultDependencies=no
After=nftables.service
Before=sysinit.target network-pre.target shutdown.target
Wants=network-pre.target
Conflicts=shutdown.target

[Service]
Type=oneshot
ExecStart=/bin/sh /etc/ossauthd/role-address.sh
# The timer starts it each minute.
LogLevelMax=notice

[Install]
WantedBy=sysinit.target
END

cat >$units/ossauthd-role.timer <<'END'
[Unit]
Description=Puts back the routes and the filter of the role address of ossauthd
# As the service, which it starts: the default dependencies would be a cycle.
DefaultDependencies=no
Before=shutdown.target
Conflicts=shutdown.target

[Timer]
OnBootSec=10s
OnUnitInactiveSec=1min
AccuracySec=5s

[Install]
WantedBy=timers.target
END

cat >$units/ossauthd-role.socket <<'END'
[Unit]
Description=Role address of ossauthd
Documentation=man:ossauthctl-role-address(1)
StartLimitIntervalSec=0
# As with the other sockets, the daemon restarts to open it, and loses no request.
Wants=ossauthd-rebind.service
After=ossauthd-rebind.service
Before=ossauthd.service

[Socket]
# Each address has a netlink socket, through which the daemon asks the kernel who owns a connection.
ListenStream=100.100.100.200:80
ListenNetlink=inet-diag 0
ListenStream=169.254.169.254:80
ListenNetlink=inet-diag 0
# The addresses are not those of this host.
Transparent=yes
FreeBind=yes
FileDescriptorName=metadata
Service=ossauthd.service
ExecStopPost=-/bin/systemctl --no-block --job-mode=fail try-restart ossauthd.service
TriggerLimitIntervalSec=0

[Install]
WantedBy=sockets.target
END

# The filter of an earlier run holds until the new locks are there.
while ip rule delete lookup 771 2>/dev/null; do :; done
sh /etc/ossauthd/role-address.sh
systemctl daemon-reload
systemctl enable --now ossauthd-role.service ossauthd-role.timer
systemctl enable ossauthd-role.socket
systemctl restart ossauthd-role.socket || {
    echo "ossauthd: if another program listens at port 80 of all addresses, name its addresses there" >&2
    exit 1
}
