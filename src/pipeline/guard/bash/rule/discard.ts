import type { Invocation } from '../read/bash-program.ts'
import { type BashRule, byAny, byCommand, type Verdict } from './by-command.ts'
import { hasOption, wordsOf } from './options.ts'

export const discard: BashRule[] = [
  {
    id: 'bash/discard-work',
    family: 'files',
    severity: 'low',
    title: 'Throws away work that is not stored anywhere else',
    why: 'Changes that were never committed, and what others pushed, do not come back.',
    remedy: 'Look at what would go first: git clean -n, git stash, git push --force-with-lease.',
    cwe: [],
    find: byAny(
      byCommand('git', discardedByGit),
      byCommand('crontab', (invocation) => hasOption(invocation, '-r') && 'medium'),
    ),
  },
  {
    id: 'bash/remove-service',
    family: 'files',
    severity: 'medium',
    title: 'Takes away data, machines or programs that others use',
    why: 'Volumes, buckets, clusters and packages of the system do not come back by themselves.',
    remedy: 'Name the one thing that is meant, and look at it first.',
    cwe: [],
    find: byAny(
      byCommand('docker podman', (own) => /^(?:system prune|volume (?:rm|prune))/.test(wordsOf(own)) && 'low'),
      byCommand(
        'kubectl',
        (own) =>
          /^delete\b/.test(wordsOf(own)) && (/ (?:--all|ns|namespaces?|-A)\b/.test(wordsOf(own)) ? 'high' : 'low'),
      ),
      byCommand('btrfs', (own) => /^subvolume delete\b/.test(wordsOf(own))),
      byCommand('zfs zpool', (own) => /^destroy\b/.test(wordsOf(own)) && 'high'),
      byCommand('lvremove vgremove pvremove', () => true),
      byCommand('mongo mongosh', (own) => /dropDatabase\(/.test(wordsOf(own)) && 'high'),
      byCommand('restic borg', (own) => /^(?:forget|prune|delete)\b/.test(wordsOf(own)) && 'low'),
      byCommand(
        'terraform pulumi cdk',
        (own) =>
          /^destroy\b/.test(wordsOf(own)) &&
          (hasOption(own, '-auto-approve', '--auto-approve', '--yes', '--force') ? 'high' : true),
      ),
      byCommand(
        'aws',
        (own) =>
          /^(?:s3 (?:rb|rm)\b.{0,500}--(?:force|recursive)|ec2 terminate-instances|rds delete-db|iam delete-)/.test(
            wordsOf(own),
          ) && 'high',
      ),
      byCommand('gcloud az', (own) => / delete\b/.test(wordsOf(own))),
      byCommand('redis-cli', (own) => /\bflush(?:all|db)\b/i.test(wordsOf(own)) && 'high'),
      byCommand('apt apt-get yum dnf rpm dpkg pacman apk', removedPackages),
    ),
  },
  {
    id: 'bash/foreign-package',
    family: 'code-execution',
    severity: 'medium',
    title: 'Installs a package from a place that is no registry',
    why: 'Packages run code when they are installed; whoever controls the place decides which.',
    remedy: 'Install from the registry, with a version and a checksum.',
    cwe: [494, 829],
    find: byCommand('pip pip3 npm yarn pnpm gem go cargo python python3', installedFromElsewhere),
  },
]

function discardedByGit(invocation: Invocation): Verdict {
  const words = wordsOf(invocation)
  if (/^push (?:.{0,200} )?(?:-f|--force)\b(?!-)/.test(words))
    return /\b(?:main|master)\b/.test(words) ? 'medium' : 'low'
  return /^(?:clean -\w*f|reset --hard|branch -D|stash (?:drop|clear))/.test(words)
}

const ESSENTIAL =
  / (?:libc6|coreutils|bash|systemd|linux-image\S*|openssl|sudo|apt|dpkg|glibc|kernel|util-linux|python3|\*)(?: |$)/

function removedPackages(invocation: Invocation): Verdict {
  const words = ` ${wordsOf(invocation)} `
  if (!/ (?:remove|purge|erase|autoremove|--purge|--remove|-P|-r|-e|-R\w*|del) /.test(words)) return false
  return ESSENTIAL.test(words) || /--force|--allow-remove-essential|--nodeps/.test(words) ? 'high' : 'low'
}

function installedFromElsewhere(invocation: Invocation): Verdict {
  const words = ` ${wordsOf(invocation)}`
  if (!/ (?:install|add|i) /.test(words)) return false
  if (/(?:git\+)?(?:http|ftp):\/\/(?!localhost|127\.)/.test(words)) return 'high'
  return /--(?:extra-)?index-url|--registry|--trusted-host|git\+https|https:\/\/\S{1,300}\.(?:tgz|tar\.gz|whl|zip)/.test(
    words,
  )
}
