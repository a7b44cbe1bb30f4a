import { describe, expect, it } from 'vitest'
import { findDangers } from './find-dangers.ts'
import { guards } from './guards.ts'
import { type Protection, protectionOf } from './protected-path.ts'

const PATHS: [path: string, kind: Protection | undefined][] = [
  ['/etc/crontab', 'start'],
  ['/etc/cron.d/job', 'start'],
  ['/etc/anacrontab', 'start'],
  ['/etc/inittab', 'start'],
  ['/etc/rc.local', 'start'],
  ['/etc/init.d/job', 'start'],
  ['/etc/init/job.conf', 'start'],
  ['/etc/systemd/system/job.service', 'start'],
  ['/etc/profile.d/job.sh', 'start'],
  ['/etc/update-motd.d/99-job', 'start'],
  ['/etc/xdg/autostart/job.desktop', 'start'],
  ['/var/spool/cron/crontabs/root', 'start'],
  ['/lib/systemd/system/job.service', 'start'],
  ['/usr/lib/systemd/system/job.service', 'start'],
  ['/home/ada/.config/autostart/job.desktop', 'start'],
  ['/home/ada/.config/systemd/user/job.service', 'start'],
  ['/Users/ada/Library/LaunchAgents/job.plist', 'start'],
  ['/Library/LaunchDaemons/job.plist', 'start'],
  ['/home/ada/.bashrc', 'shell'],
  ['/home/ada/.bash_profile', 'shell'],
  ['/home/ada/.bash_login', 'shell'],
  ['/home/ada/.bash_logout', 'shell'],
  ['/home/ada/.profile', 'shell'],
  ['/home/ada/.zshrc', 'shell'],
  ['/home/ada/.zprofile', 'shell'],
  ['/home/ada/.zshenv', 'shell'],
  ['/home/ada/.kshrc', 'shell'],
  ['/home/ada/.xinitrc', 'shell'],
  ['/home/ada/.xsession', 'shell'],
  ['/home/ada/.config/fish/config.fish', 'shell'],
  ['/etc/profile', 'shell'],
  ['/etc/bash.bashrc', 'shell'],
  ['/etc/zsh/zshrc', 'shell'],
  ['/home/ada/.ssh/authorized_keys', 'login'],
  ['/home/ada/.ssh/authorized_keys2', 'login'],
  ['/home/ada/.ssh/rc', 'login'],
  ['/srv/project/.git/hooks/pre-commit', 'hook'],
  ['/etc/ld.so.preload', 'takeover'],
  ['/sys/fs/cgroup/x/release_agent', 'takeover'],
  ['/proc/sysrq-trigger', 'takeover'],
  ['/proc/sys/kernel/core_pattern', 'takeover'],
  ['/etc/passwd', 'system'],
  ['/etc/shadow', 'system'],
  ['/etc/group', 'system'],
  ['/etc/gshadow', 'system'],
  ['/etc/sudoers', 'system'],
  ['/etc/sudoers.d/ops', 'system'],
  ['/etc/pam.d/sshd', 'system'],
  ['/etc/security/limits.conf', 'system'],
  ['/etc/ssh/sshd_config', 'system'],
  ['/home/ada/.ssh/config', 'system'],
  ['/etc/hosts', 'system'],
  ['/etc/hosts.allow', 'system'],
  ['/etc/resolv.conf', 'system'],
  ['/etc/nsswitch.conf', 'system'],
  ['/etc/fstab', 'system'],
  ['/etc/crypttab', 'system'],
  ['/etc/ld.so.conf.d/x.conf', 'system'],
  ['/etc/sysctl.conf', 'system'],
  ['/etc/selinux/config', 'system'],
  ['/etc/apt/sources.list', 'system'],
  ['/etc/environment', 'system'],
  ['/etc/shells', 'system'],
  ['/etc/modules', 'system'],
  ['/etc/default/grub', 'system'],
  ['/boot/grub/grub.cfg', 'system'],
  ['/bin/ls', 'system'],
  ['/sbin/init', 'system'],
  ['/usr/bin/ssh', 'system'],
  ['/usr/sbin/sshd', 'system'],
  ['/lib/libc.so', 'system'],
  ['/lib64/ld-linux.so', 'system'],
  ['/usr/lib/libc.so', 'system'],
  ['/proc/sys/net/ipv4/ip_forward', 'system'],
  ['/proc/1/mem', 'system'],
  ['/sys/kernel/uevent_helper', 'system'],
  ['/sys/firmware/efi/efivars/x', 'system'],
  ['/var/run/docker.sock', 'system'],
  ['etc/hosts', undefined],
  ['build/usr/bin/tool', undefined],
  ['data/profile', undefined],
  ['bashrc.txt', undefined],
  ['.github/hooks/x', undefined],
  ['/tmp/output.txt', undefined],
]

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
    expect(protectionOf(path)).toBe(kind)
    for (const [language, write] of Object.entries(PROGRAMS)) {
      const { findings } = findDangers({ code: write(path), language }, guards)
      expect(
        findings.some(({ rule }) => RULES.includes(rule)),
        language,
      ).toBe(kind !== undefined)
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
