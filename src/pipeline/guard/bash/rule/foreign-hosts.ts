import { type BashRule, byAny, byCommand, byEveryCommand } from './by-command.ts'
import { operandsOf, wordsOf } from './options.ts'

const ON_HOST = /^[\w.${}-]{1,100}@[\w.${}-]{2,200}(?::|$)|^[\w.-]{2,200}:[~/\w]/
const LIBRARY = /(?:^|[/=])[^/\s]{1,200}\.(?:so(?:\.\d+)*|dylib|dll)$/

/** Commands that take files from another machine or bring them there, or load code that no package holds. */
export const foreignHosts: BashRule[] = [
  {
    id: 'bash/copy-between-hosts',
    family: 'network',
    severity: 'medium',
    title: 'Copies files from or to another machine',
    why: 'What comes was never looked at, and what goes cannot be called back.',
    remedy: 'Copy only what the task needs, from and to hosts that the user named.',
    cwe: [494, 200],
    find: byAny(
      byCommand('scp sftp rsync sshfs', (invocation) => operandsOf(invocation).some(({ text }) => ON_HOST.test(text))),
      byCommand('smbclient', (invocation) => /\b(?:put|get|mput|mget)\b/.test(wordsOf(invocation))),
      byCommand('finger rlogin', (invocation) => operandsOf(invocation).length > 0),
      byCommand('tftp ftp lftp', () => true),
      byCommand('ztcp', () => 'high'),
      byCommand('code', (invocation) => /^tunnel\b/.test(wordsOf(invocation)) && 'high'),
      byCommand('socket', (invocation) => /(?:ba|z)?sh\b/.test(wordsOf(invocation)) && 'critical'),
    ),
  },
  {
    id: 'bash/load-library',
    family: 'code-execution',
    severity: 'medium',
    title: 'Makes a program load a library of native code',
    why: 'The library runs with all that the program may do, and is not looked at.',
    remedy: 'Use libraries of the system; build others from code that can be read.',
    cwe: [114, 427],
    find: byAny(
      byCommand('enable', (invocation) => /(?:^|\s)-\w*f/.test(wordsOf(invocation))),
      byCommand('ldconfig', (invocation) => /(?:^|\s)-[fC]\b/.test(wordsOf(invocation))),
      byCommand('insmod modprobe', (invocation) => operandsOf(invocation).length > 0),
      // Modules that come with zsh are harmless, but for sockets and terminals of others.
      byCommand('zmodload', (invocation) =>
        operandsOf(invocation).some(({ text }) => /^zsh\/(?:net|zpty|system|files)|^(?!zsh\/)./.test(text)),
      ),
      byEveryCommand(
        ({ name, args }) =>
          !QUIET.has(name ?? '') &&
          args.some(({ text }, at) => LIBRARY.test(text) && (/^-/.test(text) || /^-/.test(args[at - 1]?.text ?? ''))),
      ),
    ),
  },
]

/** Commands that build, copy or show libraries. */
const QUIET = new Set(
  'gcc g++ cc c++ clang clang++ ld cp mv ln rm install strip nm objdump readelf ldd file ls cat chmod find grep echo printf test [ tar make ar'.split(
    ' ',
  ),
)
