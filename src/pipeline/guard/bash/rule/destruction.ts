import type { Severity } from '../../../../contract/finding.ts'
import { DELETES_SYSTEM } from '../../danger-words.ts'
import type { BashProgram, Invocation, Value } from '../read/bash-program.ts'
import { type BashRule, byAny, byCommand, byRedirect, type Verdict } from './by-command.ts'
import { hasOption, operandsOf, wordsOf } from './options.ts'
import { isDisk, pathKind, plainPath } from './path-kind.ts'
import { severest } from './severest.ts'
import { nonEmptyFix, startsWithUnknown } from './unset-variable.ts'
import { pipedFrom } from './upstream.ts'

export const destruction: BashRule[] = [
  {
    id: 'bash/delete-system',
    ...DELETES_SYSTEM,
    find: byCommand('rm rmdir unlink', deletedSystem),
  },
  {
    id: 'bash/delete-outside',
    family: 'files',
    severity: 'high',
    title: 'Deletes files of the system or of a user',
    why: 'Files outside of the working directory belong to others, who will miss them.',
    remedy: 'Delete only what the program made, below the working directory or in a folder of mktemp.',
    cwe: [73],
    find: byCommand('rm unlink srm', deletedOutside),
  },
  {
    id: 'bash/delete-unset-variable',
    family: 'files',
    severity: 'medium',
    title: 'Deletes below a variable that may be empty',
    why: 'When the variable is empty, what is left of the path is `/`, and everything is deleted.',
    remedy: 'Write "$' + '{NAME:?}": the shell then stops when it is empty.',
    cwe: [457],
    find: byCommand('rm', deletedBelowVariable),
  },
  {
    id: 'bash/find-and-delete',
    family: 'files',
    severity: 'critical',
    title: 'Walks the system or a home folder and deletes what it finds',
    why: 'Without a narrow condition that is every file of the machine or of its user.',
    remedy: 'Start below the working directory and name the files that are meant.',
    cwe: [73],
    find: byCommand('find', foundAndDeleted),
  },
  {
    id: 'bash/format-disk',
    family: 'files',
    severity: 'critical',
    title: 'Makes a new file system or partition table on a device',
    why: 'Everything on the device is lost.',
    remedy: 'Work on an image file, or leave disks to their administrator.',
    cwe: [732],
    find: byAny(
      byCommand(
        'mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mke2fs mkswap mkdosfs',
        (invocation) => formatted(invocation),
      ),
      byCommand('wipefs sgdisk sfdisk fdisk parted blkdiscard cryptsetup hdparm nvme', erased),
      byCommand('lvremove vgremove pvremove', () => 'high'),
    ),
  },
  {
    id: 'bash/write-device',
    family: 'files',
    severity: 'critical',
    title: 'Writes to a disk past its file system',
    why: 'The data of the disk is overwritten and cannot be brought back.',
    remedy: 'Write to a file.',
    cwe: [73],
    find: byAny(
      byRedirect(({ operator, target }) => operator.includes('>') && redirectedDevice(target)),
      byCommand('dd', (invocation) => writtenDevice(ofValue(invocation, 'of='))),
      byCommand('tee cp shred mv scrub wipe', (invocation) =>
        severest(
          operandsOf(invocation)
            .slice(invocation.name === 'cp' ? -1 : 0)
            .map(writtenDevice),
        ),
      ),
    ),
  },
  {
    id: 'bash/shred-files',
    family: 'files',
    severity: 'medium',
    title: 'Overwrites files so that nothing of them is left',
    why: 'What was shredded cannot be brought back; it is also how traces are removed.',
    remedy: 'Use rm for files that the program made itself.',
    cwe: [73],
    find: byCommand('shred srm wipe scrub', (invocation) => {
      const kinds = operandsOf(invocation).map(({ text }) => pathKind(text))
      const isOutside = kinds.some((kind) => kind !== 'other' && kind !== 'temporary')
      return isOutside || invocation.through.includes('find') || invocation.through.includes('xargs') ? 'high' : true
    }),
  },
  {
    id: 'bash/move-to-nothing',
    family: 'files',
    severity: 'high',
    title: 'Moves files to /dev/null',
    why: 'They are lost, or /dev/null itself is replaced and other programs break.',
    remedy: 'Delete files with rm, by name.',
    cwe: [73],
    find: byCommand('mv', (invocation) => operandsOf(invocation).at(-1)?.text === '/dev/null'),
  },
]

const isRecursive = (invocation: Invocation): boolean => hasOption(invocation, '-r', '-R', '--recursive')

function deletedSystem(invocation: Invocation, program?: BashProgram): Verdict {
  if (hasOption(invocation, '--no-preserve-root')) return true
  if (!isRecursive(invocation)) return false
  // Commands on files that `find` found are judged by the search of `find`.
  if (invocation.through.includes('find')) return false
  if (invocation.through.includes('xargs') && pipedFrom(invocation).some(listsSystem)) return true
  const folder = program && folderOf(invocation, program)
  return operandsOf(invocation).some(({ text: written }) => {
    const text = folder !== undefined && /^(?:\.|\.?\/?\*)$/.test(written) ? folder : written
    const kind = pathKind(text)
    const isWhole = /^\/[\w]+(?:\/[*.]{1,2})?$/.test(plainPath(text))
    return kind === 'root' || kind === 'home' || ((kind === 'system' || kind === 'part-of-system') && isWhole)
  })
}

function deletedOutside(invocation: Invocation): Verdict {
  if (deletedSystem(invocation) || invocation.through.includes('find')) return false
  const severities = operandsOf(invocation).map((operand): Severity | false => {
    const { text } = operand
    const path = plainPath(text)
    if (isRecursive(invocation) && isWholeWhenEmpty(operand)) return 'high'
    if (isRecursive(invocation) && /^(?:\.\.\/){2,40}(?:\.\.|\*)?$|^\.\.\/\*$/.test(text)) return 'high'
    if (/^~\/(?:\.ssh|\.gnupg|\.aws|Documents|Desktop|Pictures|Downloads)\b/.test(path)) return 'high'
    const kind = pathKind(path)
    if (kind === 'system' && path !== '/dev/null')
      return isRecursive(invocation) || VITAL.test(path) ? 'high' : 'medium'
    if (kind === 'part-of-system') return isRecursive(invocation) ? (isShallow(path) ? 'high' : 'medium') : 'low'
    return false
  })
  return severest(severities)
}

/** `~/$1`, `/$name`: the whole folder, when the variable is empty. */
const isWholeWhenEmpty = ({ text, unknowns }: Value): boolean =>
  unknowns.length === 1 &&
  unknowns.every(({ isNeverEmpty }) => !isNeverEmpty) &&
  /^(?:~|\/(?:home|root|etc|usr|var|opt|srv))?\/\$\{\w+\}(?:\/\*?)?$/.test(text)

/** Without one of these the host does not start, or nobody can log in. */
const VITAL =
  /^\/(?:etc\/(?:passwd|shadow|group|sudoers|fstab|hosts|ssh|pam\.d|ssl|ld\.so|resolv\.conf|crontab)|boot|s?bin|lib\d{0,2}|root)(?:[/.]|$)/

const listsSystem = ({ name, args }: Invocation): boolean =>
  (name === 'ls' || name === 'find') &&
  !args.some(({ text }) => NARROWING.test(text)) &&
  args.some(({ text }) => ['root', 'home'].includes(pathKind(text)) || /^\/(?:etc|usr|bin|boot|lib)\/?$/.test(text))

/** `/usr/lib` holds more than `/usr/lib/tool`. */
const isShallow = (path: string): boolean => /^\/(?:usr|var)\/\w+(?:\/\*)?$/.test(path)

/** The program's current folder, from the last `cd` before. */
function folderOf({ start, routine }: Invocation, { byName }: BashProgram): string | undefined {
  const last = byName.get('cd')?.findLast((own) => own.start < start && own.routine === routine)
  return last && (operandsOf(last)[0]?.text ?? '~')
}

function deletedBelowVariable(invocation: Invocation, { source }: BashProgram): Verdict {
  if (!isRecursive(invocation)) return false
  const value = operandsOf(invocation).find((operand) => {
    const [first] = operand.unknowns
    const rest = first && operand.text.slice(`\${${first.name}}`.length)
    return startsWithUnknown(operand) && first?.origin !== 'output' && (rest === '/' || rest?.startsWith('/') === true)
  })
  const fix = value && nonEmptyFix(value, source)
  return value && { start: value.start, end: value.end, ...(fix ? { fix } : {}) }
}

const NARROWING = /^-(?:i?name|i?path|i?regex|[amc]time|[amc]min|newer|size|perm|empty|inum|i?wholename)/

function foundAndDeleted(invocation: Invocation): Verdict {
  const words = wordsOf(invocation)
  if (!/ -delete\b| -exec(?:dir)? (?:\S{0,20}\/)?(?:rm|shred|unlink|srm) /.test(` ${words} `)) return false
  const firstOption = invocation.args.findIndex(({ text }) => text.startsWith('-') || text === '!' || text === '(')
  const roots = invocation.args.slice(0, firstOption).map(({ text }) => pathKind(text))
  const isNarrow = invocation.args.some(
    ({ text }, at) => NARROWING.test(text) && !/^\*(?:\.\*)?$/.test(invocation.args[at + 1]?.text ?? ''),
  )
  if (!roots.some((kind) => kind === 'root' || kind === 'home' || kind === 'system')) return false
  return isNarrow ? 'medium' : true
}

function formatted(invocation: Invocation): Verdict {
  const target = operandsOf(invocation).find(({ text }) => text.startsWith('/dev/') || text.includes('${'))
  if (!target) return 'low'
  return isDisk(target.text) || target.text.startsWith('/dev/') ? true : 'high'
}

function erased(invocation: Invocation): Verdict {
  const words = ` ${wordsOf(invocation)}`
  const isListing = /^ (?:-l|--list|-n|--no-act|-I|-i|list|id-ctrl|smart-log)\b/.test(words) || / print\b/.test(words)
  const isErasing =
    ['wipefs', 'blkdiscard', 'fdisk', 'sfdisk'].includes(invocation.name ?? '') ||
    /--zap-all| -[oZd]\b|mklabel|mkpart| rm |luksFormat|luksErase|--security-erase|format|sanitize/.test(words)
  return isErasing && !isListing && /\/dev\/|\$\{/.test(words) ? (/\/dev\//.test(words) ? true : 'high') : false
}

const ofValue = (invocation: Invocation, prefix: string): Value | undefined => {
  const found = invocation.args.find(({ text }) => text.startsWith(prefix))
  return found && { ...found, text: found.text.slice(prefix.length) }
}

/** Terminals have names that are not known before; disks are hardly ever written with `>`. */
const redirectedDevice = (target: Value): Severity | false =>
  /^\/dev\/\$\{/.test(plainPath(target.text)) ? 'medium' : writtenDevice(target)

function writtenDevice(target: Value | undefined): Severity | false {
  if (!target) return false
  if (isDisk(target.text)) return 'critical'
  return /^\/dev\/(?:k?mem|port|nvram)$/.test(plainPath(target.text)) ? 'high' : false
}
