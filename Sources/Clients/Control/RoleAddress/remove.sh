# Takes the role address of ossauthd away: its users reach the metadata of the instance again. Run it as root.
PATH=$PATH:/usr/sbin:/sbin
systemctl disable --now ossauthd-role.socket ossauthd-role.timer ossauthd-role.service
while ip rule delete lookup 771 2>/dev/null; do :; done
ip route flush table 771
nft delete table inet ossauthd_role
rm -f /etc/ossauthd/role-address.sh
rm -f /etc/systemd/system/ossauthd-role.service /etc/systemd/system/ossauthd-role.timer /etc/systemd/system/ossauthd-role.socket
systemctl daemon-reload
