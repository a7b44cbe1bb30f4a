import { pathTable, rows } from './path-table.ts'

/**
 * Start: files that start programs later. Shell: the same, with each shell of a user. Login: files that let others in. Hook:
 * programs that a repository starts. System: files that accounts, programs or the kernel follow. Takeover: those of them that
 * give the whole machine away.
 */
export type Protection = 'start' | 'shell' | 'login' | 'hook' | 'system' | 'takeover'

/** The one list of paths that are dangerous to write, for all languages. */
export const protectionOf = pathTable<Protection>(
  [
    ...rows(
      'start',
      '/etc/cron*/** /etc/anacrontab /etc/inittab /etc/rc.* /etc/init.d/** /etc/init/** /etc/systemd/**',
    ),
    ...rows(
      'start',
      '/etc/udev/rules.d/** /lib/udev/** /etc/profile.d/** /etc/update-motd.d/** /etc/xdg/autostart/** /var/spool/cron/**',
    ),
    ...rows(
      'start',
      '/etc/inetd.conf /etc/xinetd.d/** /etc/logrotate.d/** /etc/networkmanager/dispatcher.d/** dnf-plugins/**',
    ),
    ...rows('start', '/usr/local/etc/rc.d/** site-packages/*.pth dist-packages/*.pth'),
    ...rows('start', '/lib/systemd/** /usr/lib/systemd/** .config/autostart/** .config/systemd/**'),
    ...rows('start', 'library/launchagents/** library/launchdaemons/** sitecustomize.py usercustomize.py'),
    ['start menu/programs/startup/**', 'start'],
    ...rows(
      'shell',
      '.bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zprofile .zshenv .kshrc .shrc .cshrc .xinitrc',
    ),
    ...rows('shell', '.xsession .config/fish/** /etc/profile /etc/bash.bashrc /etc/zsh/**'),
    ...rows('login', 'authorized_keys authorized_keys2 .ssh/rc'),
    ...rows('hook', '.git/hooks/**'),
    ...rows('takeover', '/etc/ld.so.preload release_agent /proc/sysrq-trigger /proc/sys/kernel/core_pattern'),
    ...rows('system', '/etc/passwd /etc/shadow /etc/group /etc/gshadow /etc/sudoers /etc/sudoers.d/** /etc/pam.d/**'),
    ...rows('system', '/etc/doas.conf /etc/polkit-1/** /etc/dbus-1/** /etc/at.allow /etc/hosts.allow'),
    ...rows('system', '/etc/security/** /etc/ssh/** .ssh/config /etc/hosts /etc/hosts.* /etc/resolv.conf'),
    ...rows('system', '/etc/nsswitch.conf /etc/fstab /etc/crypttab /etc/ld.so*/** /etc/sysctl*/** /etc/selinux/**'),
    ...rows('system', '/etc/apt/** /etc/environment /etc/shells /etc/modules*/** /etc/default/grub'),
    ...rows('system', '/etc/ufw/** /etc/audit/** /etc/audisp/** /etc/auditd.conf /etc/libaudit.conf /etc/rsyslog*/**'),
    ...rows('system', '/etc/syslog*/** /etc/pki/** /usr/local/share/ca-certificates/** /etc/ssl/certs/**'),
    ['/usr/lib/python*/**', undefined],
    // A file straight in `/usr` is nobody's; folders of its own are where programs are installed.
    ...rows(undefined, '/usr/local /usr/local/** /usr/src /usr/src/** /usr/share /usr/share/** /usr/include/**'),
    ...rows('system', '/usr/*'),
    ...rows('system', '/boot/** /bin/** /sbin/** /usr/bin/** /usr/sbin/** /lib/** /lib32/** /lib64/** /usr/lib/**'),
    ...rows(
      'system',
      '/usr/lib32/** /usr/lib64/** /proc/sys/** /proc/*/mem /sys/kernel/** /sys/fs/** /sys/firmware/**',
    ),
    ...rows('system', 'docker.sock /var/spool/mail/** /var/mail/**'),
  ],
  // Behind a part that is known only at run time stands a tree that the program builds.
  /^\.\.$|:$/,
)
