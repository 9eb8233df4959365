#!/bin/sh
# Installs ossauthd from this folder, or removes it:
#   sudo ./install.sh            for the host: programs in /usr/local, configuration in /etc/ossauthd, units of systemd
#   ./install.sh                 for one user: programs in ~/.local, configuration in ~/.config/ossauthd, a unit of that user's systemd
#   [sudo] ./install.sh remove   everything but the configuration
# A second run upgrades.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
home=${XDG_CONFIG_HOME:-${HOME-}/.config}

has_systemd() { [ -d /run/systemd/system ]; }

host_units="ossauthd.service ossauthd.socket ossauthd-admin.socket ossauthd-credentials.socket ossauth-fetch.socket"

install_for_host() {
    list=/usr/local/share/ossauthd/files
    DESTDIR= PREFIX=/usr/local PROGRAMS=$here/programs "$here/packaging/install"
    # A list of everything that `remove` takes away, made by the same installation in an empty folder.
    stage=$(mktemp -d)
    DESTDIR=$stage PREFIX=/usr/local PROGRAMS=$here/programs "$here/packaging/install"
    (cd "$stage" && find usr ! -type d | sed 's,^,/,') >"$list"
    rm -rf "$stage"
    systemd-sysusers /usr/local/lib/sysusers.d/ossauthd.conf /usr/local/lib/sysusers.d/ossauth-nginx.conf
    has_systemd || { echo "Installed. systemd does not run here: start /usr/local/bin/ossauthd as you like."; return; }
    systemd-tmpfiles --create /usr/local/lib/tmpfiles.d/ossauthd.conf
    journalctl --update-catalog || true
    systemctl daemon-reload
    started=
    if systemctl --quiet is-active ossauthd.service; then
        /usr/local/libexec/ossauthd/upgrade ossauthd
    else
        systemctl enable --quiet --now $host_units
        started=" and started"
    fi
    if systemctl --quiet is-active ossauth-appserver.service; then /usr/local/libexec/ossauthd/upgrade ossauth-appserver; fi
    echo "Installed$started. Write a profile into /etc/ossauthd/ossauthd.conf.d, then: systemctl reload ossauthd"
}

remove_from_host() {
    list=/usr/local/share/ossauthd/files
    [ -e "$list" ] || { echo "This script has not installed ossauthd in /usr/local." >&2; exit 1; }
    if has_systemd; then
        systemctl --quiet disable --now ossauth-appserver.socket ossauth-appserver.service || true
        systemctl stop ossauth-appserver-fetch.socket || true
        systemctl --quiet disable $host_units ossauthd-compat.socket ossauthd-metrics.timer || true
        /usr/local/libexec/ossauthd/remove
    fi
    xargs rm -f <"$list"
    rm -f "$list" /var/lib/prometheus/node-exporter/ossauthd.prom
    # Tokens and the hashes of tokens are useless without the programs.
    rm -rf /var/cache/ossauthd /var/lib/ossauth-appserver /run/ossauthd /run/ossauthd-admin /run/ossauthd-fetch /run/ossauthd-forward /run/ossauth-appserver-fetch
    find /usr/local/share/ossauthd /usr/local/share/doc/ossauthd /usr/local/libexec/ossauthd /usr/local/lib/systemd/system/*.wants -depth -type d -empty -delete 2>/dev/null || true
    if has_systemd; then systemctl daemon-reload; fi
    echo "Removed. The configuration is still in /etc/ossauthd."
}

user_systemd() { [ -S "${XDG_RUNTIME_DIR:-/nowhere}/systemd/private" ]; }

install_for_user() {
    for name in ossauthd ossauthctl; do install -D -m 755 "$here/programs/$name" "$HOME/.local/bin/$name"; done
    install -D -m 755 "$here/packaging/user/start" "$HOME/.local/libexec/ossauthd/start"
    install -D -m 755 "$here/programs/ossauth-fetch" "$HOME/.local/libexec/ossauthd/ossauth-fetch"
    for page in "$here"/programs/man/ossauthd* "$here"/programs/man/ossauthctl*; do
        install -D -m 644 "$page" "$HOME/.local/share/man/man${page##*.}/${page##*/}"
    done
    mkdir -p "$HOME/.local/share/ossauthd"
    cp -r "$here/adapters" "$HOME/.local/share/ossauthd/"
    install -D -m 644 "$here/packaging/user/ossauthd.service" "$home/systemd/user/ossauthd.service"
    if [ ! -e "$home/ossauthd/ossauthd.conf" ]; then
        mkdir -p "$home/ossauthd/ossauthd.conf.d"
        sed "s/@GROUP@/$(id -g)/" "$here/packaging/user/ossauthd.conf" >"$home/ossauthd/ossauthd.conf"
    fi
    echo "Installed. Write a profile into $home/ossauthd/ossauthd.conf.d, then:"
    case ":$PATH:" in
    *":$HOME/.local/bin:"*) ;;
    *) echo '  export PATH="$HOME/.local/bin:$PATH"' ;;
    esac
    if user_systemd; then
        systemctl --user daemon-reload
        systemctl --user --quiet is-active ossauthd.service && systemctl --user restart ossauthd.service
        echo "  systemctl --user enable --now ossauthd"
    else
        echo "  ~/.local/libexec/ossauthd/start   (there is no systemd of this user)"
    fi
}

remove_from_user() {
    : "${XDG_RUNTIME_DIR:=/run/user/$(id -u)}"
    export XDG_RUNTIME_DIR
    if user_systemd; then systemctl --user --quiet disable --now ossauthd.service || true; fi
    rm -f "$HOME/.local/bin/ossauthd" "$HOME/.local/bin/ossauthctl" "$home"/systemd/user/ossauthd.service "$home"/systemd/user/*.wants/ossauthd.service
    # The folders of its sockets; a shell of `su` may name that of another user.
    for folder in "$HOME/.local/run" "$XDG_RUNTIME_DIR"; do
        rm -rf "$folder/ossauthd" "$folder/ossauthd-admin" 2>/dev/null || true
    done
    rmdir "$HOME/.local/run" 2>/dev/null || true
    rm -f "$HOME"/.local/share/man/man?/ossauthd* "$HOME"/.local/share/man/man?/ossauthctl*
    rm -rf "$HOME/.local/libexec/ossauthd" "$HOME/.local/share/ossauthd" "${XDG_CACHE_HOME:-$HOME/.cache}/ossauthd"
    if user_systemd; then systemctl --user daemon-reload; fi
    echo "Removed. The configuration is still in $home/ossauthd."
}

if [ "$(id -u)" = 0 ]; then where=host; else where=user; fi
case ${1:-} in
'') "install_for_$where" ;;
remove) "remove_from_$where" ;;
*) sed -n '2,6s/^# *//p' "$0" >&2; exit 64 ;;
esac
