const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const KEYWORDS = words('if then elif else fi while until for do done case esac in select function time coproc')

/** Bash's own commands with a name; `.`, `:` and `[` are the others. */
export const BUILTINS = words(`
  alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval
  exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read
  readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset
  wait
`)

/** Programs that every Linux system has. */
export const USUAL_PROGRAMS = words(`
  arch awk b2sum base32 base64 basename bash cat chgrp chmod chown chroot cksum cmp comm cp csplit cut dash date dd df
  diff dir dircolors dirname dmesg du egrep env expand expr factor fgrep find flock fmt fold free getent getopt grep
  groups gunzip gzip head hostname hostid id install ionice join kill ldd link ln logger login logname ls lsblk md5sum
  mkdir mkfifo mknod mktemp more mount mv nice nl nohup nproc numfmt od paste pathchk perl pgrep pidof pinky pkill pr
  printenv ps pwdx readlink realpath renice rev rm rmdir runcon sed seq setsid sh sha1sum sha224sum sha256sum sha384sum
  sha512sum shred shuf sleep sort split stat stdbuf stty su sum sync tac tail tar tee test timeout top touch tr truncate
  tsort tty umount uname unexpand uniq unlink uptime users vdir vmstat watch wc whereis which who whoami xargs yes zcat
`)

/** More programs, which sandboxes have as well. */
export const SANDBOX_PROGRAMS = words(`
  bc bunzip2 bzip2 column curl file gawk hexdump jq less make node openssl patch python3 sqlite3 strings time tree unxz
  unzip wget xxd xz zip
`)

/** Debian packages with a name other than their program's. */
export const DEBIAN_PACKAGES: ReadonlyMap<string, string> = new Map([
  ['7z', 'p7zip-full'],
  ['aws', 'awscli'],
  ['convert', 'imagemagick'],
  ['crontab', 'cron'],
  ['dig', 'dnsutils'],
  ['docker', 'docker.io'],
  ['gcc', 'build-essential'],
  ['g++', 'build-essential'],
  ['go', 'golang'],
  ['host', 'dnsutils'],
  ['identify', 'imagemagick'],
  ['ifconfig', 'net-tools'],
  ['ip', 'iproute2'],
  ['java', 'default-jre'],
  ['javac', 'default-jdk'],
  ['mysql', 'default-mysql-client'],
  ['nc', 'netcat-openbsd'],
  ['netstat', 'net-tools'],
  ['node', 'nodejs'],
  ['nslookup', 'dnsutils'],
  ['pdftotext', 'poppler-utils'],
  ['ping', 'iputils-ping'],
  ['pip', 'python3-pip'],
  ['pip3', 'python3-pip'],
  ['psql', 'postgresql-client'],
  ['python', 'python3'],
  ['redis-cli', 'redis-tools'],
  ['route', 'net-tools'],
  ['scp', 'openssh-client'],
  ['ss', 'iproute2'],
  ['ssh', 'openssh-client'],
  ['ssh-keygen', 'openssh-client'],
  ['systemctl', 'systemd'],
  ['xmllint', 'libxml2-utils'],
])
