const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Bash's own commands and keywords. */
export const bashBuiltins = words(`
  . : [ alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown do
  done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs
  kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source suspend
  test then time times trap true type typeset ulimit umask unalias unset until wait while`)

/** Programs that every Linux system has. */
export const usualPrograms = words(`
  arch awk b2sum base32 base64 basename bash cat chgrp chmod chown chroot cksum cmp comm cp csplit cut dash date dd df diff
  dir dircolors dirname dmesg du egrep env expand expr factor fgrep find flock fmt fold free getent getopt grep groups
  gunzip gzip head hostname hostid id install ionice join kill ldd link ln logger login logname ls lsblk md5sum mkdir mkfifo
  mknod mktemp more mount mv nice nl nohup nproc numfmt od paste pathchk perl pgrep pidof pinky pkill pr printenv ps
  pwdx readlink realpath renice rev rm rmdir runcon sed seq setsid sh sha1sum sha224sum sha256sum sha384sum sha512sum shred
  shuf sleep sort split stat stdbuf stty su sum sync tac tail tar tee test timeout top touch tr truncate tsort tty umount
  uname unexpand uniq unlink uptime users vdir vmstat watch wc whereis which who whoami xargs yes zcat`)

/** Debian packages with a name other than their program's. */
export const debianPackages: ReadonlyMap<string, string> = new Map([
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
