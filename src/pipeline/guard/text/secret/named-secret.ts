import type { Severity } from '../../../../contract/finding.ts'
import type { GuardRule, Spot } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { passwordStrength, type Strength, signingStrength, tokenStrength } from './literal-strength.ts'
import { isPlaceholder } from './placeholder.ts'
import { redact } from './redact.ts'

export const namedSecret: GuardRule<TextProgram> = {
  id: 'text/named-secret',
  family: 'secrets',
  severity: 'high',
  title: 'A password or secret stands in the code',
  why: 'Whoever sees the code, its history or a log of it can sign in with it, and it cannot be changed without changing the code.',
  remedy: 'Read it from the environment or from a store of secrets, and change the one that was written down.',
  cwe: [798, 259],
  find: secretsOf,
}

interface Kind {
  name: RegExp
  strengthOf(value: string): Strength
  /** Comparing with it is a check of a password, not of a word of a grammar. */
  isCompared?: true
}

const KINDS: readonly Kind[] = [
  {
    name: /(?:secret|signing|encryption|jwt|hmac|cookie|session|aes|cipher|master)_?key$|(?:jwt|cookie|session|flask|django)_?secret$/i,
    strengthOf: signingStrength,
  },
  {
    name: /(?:pass(?:word|wd|phrase)|pwd|passwort|kennwort|senha|contrase)(?:_?\d)?$/i,
    strengthOf: passwordStrength,
    isCompared: true,
  },
  {
    name: /(?:secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)$/i,
    strengthOf: tokenStrength,
  },
]

/** A name, how it gets its value, and the quote that opens the value. */
const NAMED =
  /(?<![\w$.-])([\w$][\w$.-]{0,200})["'\]]{0,3}\s{0,8}(:\s{0,4}[\w.|[\] ]{1,40}=|={1,3}|:=?|=>|\|\||\?\?)\s{0,8}[bruBRU]{0,2}(["'`])/g
/** In a shell a value needs no quotes. */
const NAMED_IN_SHELL = /(?<![\w$.-])(?:--)?(\w[\w-]{0,200})=()(?=[^\s"'`$])/g
const NAMED_IN_SQL = /\b(password|identified by)\s{1,8}(?:=\s{0,8})?()(')/gi
const SQL = ['sql', 'postgres', 'duckdb']
const SIGNS_IN =
  /connect|login|createPool|createClient|SMTP|authenticate|create_engine|MongoClient|Redis|\buser(?:name)?\b|\bhost\b/i
const LONGEST_VALUE = 400
const AROUND = 250

function* secretsOf(program: TextProgram): Generator<Spot> {
  const { glued, language } = program
  const patterns = [
    NAMED,
    ...(language === 'bash' ? [NAMED_IN_SHELL] : []),
    ...(SQL.includes(language) ? [NAMED_IN_SQL] : []),
  ]
  for (const pattern of patterns) {
    for (const match of glued.text.matchAll(pattern)) {
      const [all, name = '', how = '', quote = ''] = match
      const start = match.index + all.length
      const value = valueAt(glued.text, start, quote)
      if (value === undefined || isPlaceholder(value)) continue
      const severity = severityOf({ name, how, value, before: glued.text.slice(Math.max(0, start - AROUND), start) })
      if (!severity) continue
      const message = `The value of ${name.slice(-60)} stands in the code (${redact(value)})`
      yield { ...glued.placeOf(start, start + value.length), message, severity }
    }
  }
}

/** What stands from here to the closing quote, on one line; without a quote, the word. */
function valueAt(text: string, start: number, quote: string): string | undefined {
  const most = text.slice(start, start + LONGEST_VALUE)
  if (quote === '') return /^[^\s"'`;&|)]+/.exec(most)?.[0]
  const end = most.indexOf(quote)
  const value = end < 0 ? undefined : most.slice(0, end)
  return value?.includes('\n') ? undefined : value
}

function severityOf(found: { name: string; how: string; value: string; before: string }): Severity | undefined {
  const { how, value, before } = found
  const name = found.name.replace(/^identified by$/i, 'password')
  const kind = KINDS.find((each) => each.name.test(name))
  if (!kind || (how.startsWith('==') && !kind.isCompared)) return undefined
  const strength = kind.strengthOf(value)
  if (strength === 'none') return undefined
  if (strength === 'strong') return 'high'
  return kind.isCompared && how !== '==' && SIGNS_IN.test(before) && value.length >= LONG_ENOUGH ? 'high' : 'medium'
}

/** Shorter words beside a name of a user are examples more often than not. */
const LONG_ENOUGH = 8
