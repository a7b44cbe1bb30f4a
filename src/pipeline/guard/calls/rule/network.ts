import { namesMetadataAddress } from '../../../../contract/metadata-address.ts'
import { HOLE } from '../../../../language/calls/tokens.ts'
import { SHELL_ON_SOCKET } from '../../danger-words.ts'
import type { CallProgram } from '../read/call-program.ts'
import { FROM } from '../read/value.ts'
import { byKind, type CallRule, settings, spotAt } from './call-rule.ts'

const STARTS_SHELL =
  /^'?(?:\/usr)?(?:\/bin\/)?(?:ba|z|da|k|a)?sh'?(?:\s+'?-\w*i\w*'?)?\s*(?:[<>\d&].*)?$|^'?(?:cmd|powershell)(?:\.exe)?'?$/i

export const networkRules: CallRule[] = [
  {
    id: 'call/reverse-shell',
    ...SHELL_ON_SOCKET,
    *find(program) {
      if (program.callsOf('connect').length === 0) return
      const shells = program.commands.filter(({ line }) => STARTS_SHELL.test(line.trim()))
      const received = program.commands.filter(({ from }) => from & FROM.network)
      for (const command of [...shells, ...received]) yield* spotAt(command, true)
      if (shells.length === 0) for (const call of program.callsOf('duplicate')) yield* spotAt(call, 'high')
    },
  },
  {
    id: 'call/cloud-metadata',
    family: 'network',
    severity: 'high',
    title: 'Names the address at which a cloud hands out credentials',
    why: 'Any program on the machine gets its keys there.',
    remedy: 'Take credentials from settings that the operator made for this program.',
    cwe: [918, 522],
    find: ({ literals }) => literals.flatMap((literal) => spotAt(literal, namesMetadataAddress(literal.text))),
  },
  {
    id: 'call/send-secret',
    family: 'network',
    severity: 'high',
    title: 'Sends a secret of the environment away',
    why: 'What is sent away cannot be had back; an address ends up in logs on its way.',
    remedy: 'Send secrets only to the service that they belong to, in a header.',
    cwe: [200, 598],
    find: byKind(['send'], ({ args, options }) => {
      const given = [...args, ...options.values()]
      if (given.some(({ from, text }) => from & FROM.secret && /https?:|[?&]\w+=/.test(text ?? ''))) return true
      return given.some(({ from }) => from & FROM.secret) && 'medium'
    }),
  },
  {
    id: 'call/chosen-address',
    family: 'network',
    severity: 'medium',
    title: 'Others decide which address is asked',
    why: 'The address may be one of the inside, which only this machine can reach.',
    remedy: 'Compare the host with a list of those that are allowed.',
    cwe: [918],
    find: (program) => [...judgeAddresses(program), ...foreignHosts(program)],
  },
  {
    id: 'call/unchecked-server',
    family: 'cryptography',
    severity: 'high',
    title: 'Switches the checks of certificates off, or takes a broken cipher',
    why: 'Anyone on the way can then read and change what is sent.',
    remedy: 'Leave the checks on; add the certificate of your own authority instead. Take SHA-256 and AES-GCM.',
    cwe: [295, 327],
    *find(program) {
      const { unprotected } = program.facts
      if (!unprotected) return
      for (const spot of settings(program, new RegExp(unprotected.source, `${unprotected.flags}g`)))
        yield { ...spot, severity: /getInstance/.test(program.source.slice(spot.start, spot.end)) ? 'medium' : 'high' }
    },
  },
]

const judgeAddresses = byKind(['send'], ({ name, args }) => {
  if (/(?:write|puts|print\w*|mail|fwrite)$/i.test(name)) return false
  return args.slice(0, 3).some(({ from, text, items }) => {
    const isHost = !/^\w+:\/\/[^/?\uE000]*[\w.][/?]/.test((text ?? HOLE).replaceAll(HOLE, '\uE000'))
    return !items && (from & (FROM.foreign | FROM.network)) !== 0 && isHost
  })
})

/** Texts that are addresses with a host of others, wherever they go. */
const foreignHosts = ({ literals }: CallProgram) =>
  literals.filter(({ text, from }) => (from & FROM.foreign) !== 0 && FOREIGN_HOST.test(text))
const FOREIGN_HOST = new RegExp(`^https?://${HOLE}(?:[/:?]|$)`)
