import { describe, expect, it } from 'vitest'
import { findDangers } from './find-dangers.ts'
import { guards } from './guards.ts'
import { type Protection, protectionOf } from './protected-path.ts'

/** One path for each row of the table, by their kind. */
const EXAMPLES: Record<Protection | 'harmless', string> = {
  start: `
    /etc/crontab /etc/cron.d/job /etc/anacrontab /etc/inittab /etc/rc.local /etc/init.d/job /etc/init/job.conf
    /etc/systemd/system/job.service /etc/profile.d/job.sh /etc/update-motd.d/99-job /etc/xdg/autostart/job.desktop
    /var/spool/cron/crontabs/root /lib/systemd/system/job.service /usr/lib/systemd/system/job.service
    /home/ada/.config/autostart/job.desktop /home/ada/.config/systemd/user/job.service
    /Users/ada/Library/LaunchAgents/job.plist /Library/LaunchDaemons/job.plist`,
  shell: `
    /home/ada/.bashrc /home/ada/.bash_profile /home/ada/.bash_login /home/ada/.bash_logout /home/ada/.profile
    /home/ada/.zshrc /home/ada/.zprofile /home/ada/.zshenv /home/ada/.kshrc /home/ada/.xinitrc /home/ada/.xsession
    /home/ada/.config/fish/config.fish /etc/profile /etc/bash.bashrc /etc/zsh/zshrc`,
  login: `
    /home/ada/.ssh/authorized_keys /home/ada/.ssh/authorized_keys2 /home/ada/.ssh/rc`,
  hook: `
    /srv/project/.git/hooks/pre-commit`,
  takeover: `
    /etc/ld.so.preload /sys/fs/cgroup/x/release_agent /proc/sysrq-trigger /proc/sys/kernel/core_pattern`,
  system: `
    /etc/passwd /etc/shadow /etc/group /etc/gshadow /etc/sudoers /etc/sudoers.d/ops /etc/pam.d/sshd
    /etc/security/limits.conf /etc/ssh/sshd_config /home/ada/.ssh/config /etc/hosts /etc/hosts.allow
    /etc/resolv.conf /etc/nsswitch.conf /etc/fstab /etc/crypttab /etc/ld.so.conf.d/x.conf /etc/sysctl.conf
    /etc/selinux/config /etc/apt/sources.list /etc/environment /etc/shells /etc/modules /etc/default/grub
    /boot/grub/grub.cfg /bin/ls /sbin/init /usr/bin/ssh /usr/sbin/sshd /lib/libc.so /lib64/ld-linux.so
    /usr/lib/libc.so /proc/sys/net/ipv4/ip_forward /proc/1/mem /sys/kernel/uevent_helper
    /sys/firmware/efi/efivars/x /var/run/docker.sock /usr/copy.txt /var/spool/mail/ada`,
  harmless: `
    etc/hosts build/usr/bin/tool data/profile bashrc.txt .github/hooks/x /tmp/output.txt`,
}
const PATHS = Object.entries(EXAMPLES).flatMap(([kind, paths]) =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => [path, kind] as const),
)

const PROGRAMS: Record<string, (path: string) => string> = {
  python: (path) => `open(${JSON.stringify(path)}, 'w').write('x')\n`,
  javascript: (path) => `require('fs').writeFileSync(${JSON.stringify(path)}, 'x')\n`,
  bash: (path) => `echo x > '${path}'\n`,
}
const RULES = [
  ...['python/persistence', 'python/system-file-write', 'javascript/persistence', 'javascript/system-file-write'],
  ...['bash/start-by-itself', 'bash/change-shell-start', 'bash/add-login-key', 'bash/write-system-file'],
]

describe('paths that are dangerous to write', () => {
  it.each(PATHS)('are the same in every language: %s is %s', (path, kind) => {
    expect(protectionOf(path) ?? 'harmless').toBe(kind)
    for (const [language, write] of Object.entries(PROGRAMS)) {
      const { findings } = findDangers({ code: write(path), language }, guards)
      expect(
        findings.some(({ rule }) => RULES.includes(rule)),
        language,
      ).toBe(kind !== 'harmless')
    }
  })

  it('begin at the root of the machine, and not below a folder that the program names', () => {
    expect(['${root}/usr/bin/tool', '\uFFFC/etc/passwd', '\u0000/etc/fstab'].map(protectionOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(['../../../etc/passwd', '/usr/lib/python3/dist-packages/x.py'].map(protectionOf)).toEqual([
      'system',
      undefined,
    ])
  })
})
