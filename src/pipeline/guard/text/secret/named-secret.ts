import type { Severity } from '../../../../contract/finding.ts'
import type { GuardRule, Spot } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { keyStrength, passwordStrength, type Strength, signingStrength, tokenStrength } from './literal-strength.ts'
import { type NamedValue, namedValues } from './named-value.ts'
import { isGuessable, isPlaceholder, isTest } from './placeholder.ts'
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
  /** A comparison with it is a password check, not a test for a word of a grammar. */
  isCompared?: true
}

const KINDS: readonly Kind[] = [
  {
    name: /(?:secret|signing|encryption|jwt|hmac|cookie|session|aes|cipher|master)_?key$|(?:jwt|cookie|session|flask|django)_?secret$/i,
    strengthOf: signingStrength,
  },
  {
    name: /(?:pass(?:word|wd|phrase)|pwd|passwort|kennwort|senha|^identified by|^auth|^HTTP\w{1,10}Auth)(?:_?\d)?$|(?:^|[_-])pass$/i,
    strengthOf: passwordStrength,
    isCompared: true,
  },
  {
    name: /(?:secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)$/i,
    strengthOf: tokenStrength,
  },
  { name: /^key$|(?:^|[_-])(?:pw|creds?|bearer)$|[Tt]oken/, strengthOf: keyStrength },
]

const SIGNS_IN =
  /connect|login|createPool|createClient|SMTP|authenticate|create_engine|MongoClient|Redis|\buser(?:name)?\b|\bhost\b/i
/** The text right before is a call that opens a connection: any literal here is the password. */
const CONNECTS = /\b(?:\w*connect\w*|createPool|create_pool|Client|SMTP\w*|login)\s{0,2}\([^()]{0,200}$/
const AROUND = 250
/** Shorter words beside a user name are mostly examples. */
const LONG_ENOUGH = 8

function* secretsOf({ glued, language }: TextProgram): Generator<Spot> {
  const isMild = isTest(glued.text)
  for (const found of namedValues(glued.text, language)) {
    const { name, value, start } = found
    const severity = severityOf(found, glued.text.slice(Math.max(0, start - AROUND), start))
    if (!severity) continue
    const message = `The value of ${name.slice(-60)} stands in the code (${redact(value)})`
    yield { ...glued.placeOf(start, start + value.length), message, severity: isMild ? 'medium' : severity }
  }
}

function severityOf({ name, how, value }: NamedValue, before: string): Severity | undefined {
  const kind = KINDS.find((each) => each.name.test(name))
  if (!kind || (isComparison(how) && !kind.isCompared)) return undefined
  if (kind.isCompared && isGuessable(value) && CONNECTS.test(before)) return 'high'
  const strength = isPlaceholder(value) || lettersOf(value) === lettersOf(name) ? 'none' : kind.strengthOf(value)
  if (strength === 'none') return undefined
  if (strength === 'strong') return 'high'
  return kind.isCompared && !isComparison(how) && SIGNS_IN.test(before) && value.length >= LONG_ENOUGH
    ? 'high'
    : 'medium'
}

const isComparison = (how: string): boolean => /^[=!]=/.test(how)

/** A value that only repeats the name stands for another value. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
