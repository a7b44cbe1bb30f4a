import type { BashProgram, Invocation, Loop, Range } from '../read/bash-program.ts'
import { type BashRule, byAny, byCommand, byEveryCommand, type Verdict } from './by-command.ts'
import { codeOfInterpreter, INTERPRETERS } from './interpreter.ts'
import { hasOption, operandsOf, valuesOf, wordsOf } from './options.ts'
import { pipedFrom } from './upstream.ts'

export const resources: BashRule[] = [
  {
    id: 'bash/fork-bomb',
    family: 'resources',
    severity: 'critical',
    title: 'Starts itself again and again, without an end',
    why: 'In a second there are no processes left for anybody else.',
    remedy: 'Take it out.',
    cwe: [400, 674],
    find: byAny(
      (program) => program.functions.filter(({ name, invocations }) => isBomb(name, invocations)),
      byEveryCommand((invocation) => isSelf(invocation) && multiplies(invocation)),
      byCommand([...INTERPRETERS].join(' '), (invocation) =>
        codeOfInterpreter(invocation).some(({ text }) =>
          /fork\s{0,5}while\s{1,5}(?:fork|1|true)|while\s?\(?(?:True|1|true)\)?[:{ ]{1,5}(?:os\.)?fork|fork\(?\)? for\b|loop\s?\{\s?fork/i.test(
            text,
          ),
        ),
      ),
    ),
  },
  {
    id: 'bash/endless-processes',
    family: 'resources',
    severity: 'high',
    title: 'Starts processes in a loop that never ends',
    why: 'The machine runs out of processes and memory.',
    remedy: 'Count how many are running, and wait for them.',
    cwe: [400, 835],
    find: byLoop(
      (loop) => loop.isEndless && !isBraked(loop) && loop.invocations.some(({ isBackground }) => isBackground),
    ),
  },
  {
    id: 'bash/endless-writing',
    family: 'resources',
    severity: 'high',
    title: 'Writes without an end',
    why: 'The disk or the memory is full in minutes, and other programs fail.',
    remedy: 'Write a known amount: head -c, dd count=, a loop that counts.',
    cwe: [400, 835],
    find: byAny(
      byLoop((loop) => loop.isEndless && !isBraked(loop) && writesSomewhere(loop)),
      byCommand('yes cat dd tail sort', endlessOutput),
    ),
  },
  {
    id: 'bash/endless-loop',
    family: 'resources',
    severity: 'low',
    title: 'Has a loop that never ends and never waits',
    why: 'It takes all the time of a processor until the program is stopped.',
    remedy: 'Give it a condition, or a sleep.',
    cwe: [835],
    find: byLoop((loop) => loop.isEndless && !isBraked(loop)),
  },
  {
    id: 'bash/huge-file',
    family: 'resources',
    severity: 'high',
    title: 'Makes a file larger than any program needs',
    why: 'The disk is full for everybody else.',
    remedy: 'Make a file of the size that is needed.',
    cwe: [400],
    find: byAny(
      byCommand('fallocate truncate', (invocation) =>
        tooLarge(
          valuesOf(invocation, '-l', '--length', '-s', '--size').map(({ text }) => bytesOf(text.replace(/^[+<>]/, ''))),
        ),
      ),
      byCommand('dd', (invocation) => {
        const value = (name: string) =>
          invocation.args.find(({ text }) => text.startsWith(name))?.text.slice(name.length)
        return tooLarge([bytesOf(value('bs=') ?? '512') * bytesOf(value('count=') ?? '0')])
      }),
      byCommand('head', (invocation) =>
        tooLarge(valuesOf(invocation, '-c', '--bytes').map(({ text }) => bytesOf(text))),
      ),
    ),
  },
  {
    id: 'bash/load-machine',
    family: 'resources',
    severity: 'high',
    title: 'Puts all the load on the machine that it can',
    why: 'Other programs get no time and no memory.',
    remedy: 'Measure with a program that has limits.',
    cwe: [400],
    find: byAny(
      byCommand('stress stress-ng cpuburn burnP6 memtester sysbench', ({ name }) =>
        name === 'sysbench' ? 'low' : true,
      ),
      byCommand(
        'yes',
        (invocation) =>
          invocation.isBackground && invocation.redirects.some(({ target }) => target.text === '/dev/null'),
      ),
      byCommand('swapoff', (invocation) => hasOption(invocation, '-a', '--all') && 'medium'),
      byCommand('ulimit', (invocation) => /unlimited/.test(wordsOf(invocation)) && 'low'),
    ),
  },
  {
    id: 'bash/miner',
    family: 'resources',
    severity: 'critical',
    title: 'Mines coins on this machine',
    why: 'It takes all the processor there is, for somebody else; miners come with break-ins.',
    remedy: 'Take it out, and find out how it came here.',
    cwe: [506],
    find: byEveryCommand(({ name, args, word }) => {
      if (MINERS.test(name ?? '') || MINERS.test(word.text)) return true
      return args.some(
        ({ text }) =>
          /^stratum\+(?:tcp|ssl|tls|udp):|--donate-level|--coin[= ]?monero|\b(?:minexmr|supportxmr|nanopool|moneroocean|hashvault|2miners|f2pool)\.\w{2,4}\b/.test(
            text,
          ) || /(?:^|\/)xmrig(?:-|$|\/)/.test(text),
      )
    }),
  },
]

const MINERS =
  /(?:^|\/)\.?(?:xmrig|minerd|cpuminer|ethminer|cgminer|bfgminer|t-rex|nbminer|phoenixminer|xmr-stak|lolminer|kinsing|ccminer|gminer)(?:[-_.]?\w{0,10})?$/i

function isBomb(name: string, invocations: Invocation[]): boolean {
  // `$0 build &` is the script with another task, `$0 &` is the same script again.
  const own = invocations.filter(
    ({ name: called, word, args }) =>
      called === name || word.text.startsWith('${FUNCNAME') || (word.text.startsWith('${0') && args.length === 0),
  )
  return (
    own.some(multiplies) && (own.length > 1 || own.some(({ isBackground, loop }) => isBackground && loop === undefined))
  )
}

const multiplies = ({ isPiped, isBackground, loop }: Invocation): boolean =>
  isPiped || isBackground || loop?.isEndless === true

/** A script that starts itself: `$0 & $0 &`, `./$0|./$0&`. */
function isSelf({ word, name, args, isBackground, isPiped }: Invocation): boolean {
  const isOwn =
    /^(?:\.\/)?\$\{(?:0|BASH_SOURCE)\}$/.test(word.text) ||
    (['bash', 'sh'].includes(name ?? '') && /^\$\{0\}$/.test(args[0]?.text ?? ''))
  return isOwn && isBackground && (isPiped || args.length <= 1)
}

function byLoop(judge: (loop: Loop) => boolean) {
  return (program: BashProgram): Range[] => program.loops.filter(judge).map(({ start, end }) => ({ start, end }))
}

const BRAKES = new Set(
  'sleep break exit return read wait inotifywait select usleep kill curl wget nc timeout'.split(' '),
)

const isBraked = ({ invocations }: Loop): boolean =>
  invocations.some(({ name, isBackground }) => BRAKES.has(name ?? '') && !isBackground)

const writesSomewhere = (loop: Loop): boolean =>
  loop.redirects.some(
    ({ operator, target }) =>
      operator.startsWith('>') && !target.text.startsWith('/dev/') && !/^\d$|^&/.test(target.text),
  ) ||
  loop.invocations.some(({ name }) => ['fallocate', 'mktemp', 'touch', 'cp', 'mkdir', 'tee', 'dd'].includes(name ?? ''))

const readsEndless = ({ name, args }: Invocation): boolean =>
  name === 'cat' && args.some(({ text }) => ENDLESS.test(text))

const ENDLESS = /^\/dev\/(?:zero|u?random|full)$/

function endlessOutput(invocation: Invocation): Verdict {
  const { name, redirects } = invocation
  const writesFile = redirects.some(
    ({ operator, target }) => operator.startsWith('>') && !target.text.startsWith('/dev/') && !/^\d$/.test(target.text),
  )
  if (name === 'yes') return writesFile
  if (name === 'dd') {
    const words = wordsOf(invocation)
    return (
      /(?:^| )if=\/dev\/(?:zero|u?random)/.test(words) &&
      /(?:^| )of=(?!\/dev\/)/.test(words) &&
      !/count=/.test(words) &&
      !invocation.through.includes('timeout')
    )
  }
  const isEndless =
    operandsOf(invocation).some(({ text }) => ENDLESS.test(text)) ||
    redirects.some(({ operator, target }) => operator === '<' && ENDLESS.test(target.text))
  const isFed = ['tail', 'sort'].includes(name ?? '') && pipedFrom(invocation).some(readsEndless)
  if (!(isEndless || isFed) || hasOption(invocation, '-c', '-n')) return false
  return name === 'cat' ? writesFile : true
}

const UNITS: Record<string, number | undefined> = {
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
  P: 2 ** 50,
  E: 2 ** 60,
}

function bytesOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,15})([KMGTPE]?)(?:i?B)?$/i.exec(text) ?? []
  return count === '' ? 0 : Number(count) * (UNITS[unit.toUpperCase()] ?? 1)
}

const GIB = 2 ** 30

function tooLarge(sizes: number[]): Verdict {
  const most = sizes.reduce((largest, size) => Math.max(largest, size), 0)
  return most >= 50 * GIB ? true : most >= 5 * GIB ? 'medium' : false
}
