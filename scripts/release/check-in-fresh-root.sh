#!/bin/sh
# Tries what `npm run release` and `npm run release:deb` make in a fresh Debian, without a network: the
# archive is unpacked and walked through, the package installed, upgraded, removed and purged. Needs root,
# debootstrap and a Debian mirror:
#   npm run release:check [-- FOLDER]     FOLDER: a root that debootstrap has made; it is copied
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d /tmp/kisima-release-XXXXXX)
trap 'rm -rf "$work"' EXIT
say() { printf '%s\n' "$*"; }
mb() { du --summarize --apparent-size --block-size=1000000 "$1" | cut -f1; }
now() { date +%s%N; }
took() { say "   $1: $((($(now) - $2) / 1000000)) ms"; }

cd "$here"
[ "$(id -u)" = 0 ] || { say 'Run it as root: it makes a root of its own.' >&2; exit 2; }
version=$(node -p 'require("./package.json").version')
later=$version+upgrade
npm run -s release
npm run -s release:deb
npm run -s release:deb -- --version "$later"
archive=$(ls "$here/release/kisima-$version"-*.tar.gz)
package=$(ls "$here/release/kisima_${version}"_*.deb)
upgrade=$(ls "$here/release/kisima_$later"_*.deb)

root=$work/root
if [ -n "${1:-}" ]; then cp -a "$1" "$root"; else debootstrap --variant=minbase bookworm "$root" > "$work/debootstrap.log"; fi
size=$(mb "$root")
mkdir -p "$root/release"
cp "$archive" "$archive.sha256" "$package" "$upgrade" scripts/release/walk.ts "$root/release/"
say "fresh root: $size MB; archive $(mb "$archive") MB, package $(mb "$package") MB"

if command -v systemd-analyze > /dev/null; then
  say '== units'
  dpkg-deb -x "$package" "$work/files"
  for unit in kisima kisima-backup kisima-doctor; do
    # What is no file on this machine is one where the package is installed.
    sed 's#/usr/lib/kisima#'"$work"'/files/usr/lib/kisima#' "$work/files/usr/lib/systemd/system/$unit.service" > "$work/$unit.service"
    systemd-analyze security --offline=true --threshold=20 --no-pager "$work/$unit.service" | tail -n 1
    systemd-analyze verify --man=no "$work/$unit.service"
  done
fi

cat > "$root/release/run.sh" <<'INSIDE'
set -eu
version=$1 later=$2
now() { date +%s%N; }
took() { echo "   $1: $((($(now) - $2) / 1000000)) ms"; }
fail() { echo "$*" >&2; exit 1; }
cd /release

# Becomes the command of a unit, as its user, with its settings, as systemd would have it.
become() {
  file=/usr/lib/systemd/system/$1.service
  export $(sed -n 's/^Environment=//p' "$file")
  set -a; . /etc/kisima/env; set +a
  cd "$(sed -n 's/^WorkingDirectory=//p' "$file")"
  user=$(sed -n 's/^User=//p' "$file")
  exec setpriv --reuid="$user" --regid="$user" --init-groups $(sed -n 's/^ExecStart=//p' "$file")
}
stop() { kill "$1"; wait "$1" || fail "the server ended with $?"; }

echo '== archive'
start=$(now)
sha256sum --check --quiet kisima-*.tar.gz.sha256
tar xzf kisima-*.tar.gz -C /opt
took 'sum checked and unpacked' "$start"
cd /opt/kisima-*
sha256sum --check --quiet SHA256SUMS
node=$PWD/bin/node
start=$(now)
DATA_DIR=/tmp/data PORT=8180 bin/kisima serve > /tmp/archive.log 2>&1 & server=$!
"$node" /release/walk.ts first http://127.0.0.1:8180 "$version" || { cat /tmp/archive.log; exit 1; }
took 'started and walked through' "$start"
DATA_DIR=/tmp/data bin/kisima backup /tmp/a.backup > /dev/null
stop $server
DATA_DIR=/tmp/data bin/kisima doctor
DATA_DIR=/tmp/data bin/kisima restore /tmp/a.backup
cd /release

echo '== package'
start=$(now)
dpkg --install "kisima_${version}_"*.deb > /tmp/dpkg.log 2>&1 || { cat /tmp/dpkg.log; exit 1; }
took installed "$start"
echo "   $(du --summarize --apparent-size --block-size=1000000 /usr/lib/kisima | cut -f1) MB in /usr/lib/kisima"
dpkg --verify kisima
[ "$(stat -c '%U %G %a' /var/lib/kisima)" = 'kisima kisima 700' ] || fail 'data folder'
[ "$(stat -c '%U %G %a' /etc/kisima/env)" = 'root kisima 640' ] || fail 'settings'
[ "$(kisima --version)" = "$version" ] || fail version
[ "$(id -u kisima)" -lt 1000 ] || fail user
become kisima > /tmp/package.log 2>&1 & server=$!
"$node" /release/walk.ts first http://127.0.0.1:8080 "$version" || { cat /tmp/package.log; exit 1; }
kisima users | grep -q walk@example.com || fail 'kisima users as root'
(become kisima-backup)
(become kisima-doctor)
[ "$(stat -c '%U %a' /var/lib/kisima-backups/kisima-*.db)" = 'kisima 600' ] || fail 'backup'
stop $server
[ -z "$(find /var/lib/kisima ! -user kisima)" ] || fail 'root owns some of the data'

echo '== upgrade'
echo "ALLOWED_HOSTS='tanks.example.org'" >> /etc/kisima/env
start=$(now)
dpkg --install "kisima_${later}_"*.deb > /tmp/dpkg.log 2>&1 < /dev/null || { cat /tmp/dpkg.log; exit 1; }
took upgraded "$start"
grep -q tanks.example.org /etc/kisima/env || fail 'settings were lost'
[ "$(stat -c '%U %G %a' /etc/kisima/env)" = 'root kisima 640' ] || fail 'settings'
become kisima > /tmp/package.log 2>&1 & server=$!
"$node" /release/walk.ts again http://127.0.0.1:8080 "$later" || { cat /tmp/package.log; exit 1; }
stop $server

echo '== remove and purge'
dpkg --remove kisima > /dev/null 2>&1
[ ! -e /usr/lib/kisima ] && [ ! -e /usr/bin/kisima ] || fail 'the program stayed'
[ -e /etc/kisima/env ] && [ -e /var/lib/kisima/kisima.db ] || fail 'settings or data went'
dpkg --install "kisima_${later}_"*.deb > /dev/null 2>&1
grep -q tanks.example.org /etc/kisima/env || fail 'settings were lost'
dpkg --purge kisima
[ ! -e /etc/kisima ] && [ ! -e /var/lib/kisima ] || fail 'settings or data stayed'
ls /var/lib/kisima-backups/kisima-*.db > /dev/null || fail 'backups went'
rm -r /var/lib/kisima-backups
dpkg --install "kisima_${version}_"*.deb > /dev/null 2>&1
dpkg --purge kisima > /dev/null 2>&1
[ ! -e /var/lib/kisima-backups ] || fail 'an empty folder stayed'
! getent passwd kisima || fail 'the user stayed'
[ -z "$(dpkg --list kisima 2> /dev/null | grep '^[a-z]i')" ] || fail 'it is installed'
echo 'all went as it should'
INSIDE
start=$(now)
# Of its own: mounts, processes (they end with it) and a network that reaches nothing.
unshare --mount --pid --net --fork --kill-child sh -euc '
  mount -t proc proc "$1/proc"; mount --bind /dev "$1/dev"; ip link set lo up
  exec chroot "$1" /bin/sh /release/run.sh "$2" "$3"' sh "$root" "$version" "$later"
took 'all in the root' "$start"
