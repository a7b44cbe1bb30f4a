import { HOLE } from '../../../../language/calls/tokens.ts'
import { isPlaceholder } from '../../text/secret/placeholder.ts'
import type { Call, CallProgram } from '../read/call-program.ts'
import { constantOf, FROM, fromAll, shapeOf, type Value } from '../read/value.ts'
import { byKind, type CallRule, settings, spotAt } from './call-rule.ts'

const OUTSIDE = FROM.foreign | FROM.network
const STATEMENT =
  /\b(?:select\b[\s\S]{1,400}\bfrom|insert\s+into|update\b[\s\S]{1,200}\bset|delete\s+from|drop\s+table|where\b|order\s+by)\b/i

export const dataRules: CallRule[] = [
  {
    id: 'call/sql-injection',
    family: 'sql',
    severity: 'high',
    title: 'Puts values into the text of a statement',
    why: 'A quote in the value ends the string, and the rest of it is run by the database.',
    remedy: 'Use parameters: the statement with marks, and the values beside it.',
    cwe: [89],
    find: (program) => [...judgeStatements(program), ...settings(program, program.facts.admitsStatements)],
  },
  {
    id: 'call/query-code',
    family: 'sql',
    severity: 'high',
    title: 'Puts values into code that the database runs',
    why: 'A quote in the value ends the string, and the rest of it runs for each document.',
    remedy: 'Compare fields with values in the question, without `$where`.',
    cwe: [943, 95],
    find: ({ calls }) =>
      calls.flatMap((call) => {
        const [key, code] = call.args
        return spotAt(call, constantOf(key) === '$where' && (code?.text?.includes(HOLE) ?? false))
      }),
  },
  {
    id: 'call/directory-injection',
    family: 'sql',
    severity: 'medium',
    title: 'Puts values into a question to a directory or a document',
    why: 'Brackets, quotes and stars in the value change what is found.',
    remedy: 'Escape the value for filters and names, or use parameters.',
    cwe: [90, 643],
    find: byKind(['directory'], ({ name, args }) =>
      args.some(
        (each) =>
          // A pattern is compiled, too.
          (isForeignWhole(each) && !/[cC]ompile$/.test(name)) ||
          (isHandedIn(each) && isQuestionOf(name, each.name)) ||
          (each.text?.includes(HOLE) && (QUESTION.test(each.text) || /^ldap_/.test(name))),
      ),
    ),
  },
  {
    id: 'call/constant-password',
    family: 'secrets',
    severity: 'medium',
    title: 'Hands over a password that stands in the program',
    why: 'Whoever can read the program has the password, and it stays in every copy.',
    remedy: 'Take the password from a secret or the environment.',
    cwe: [798, 259],
    find: (program) => [...judgePasswords(program), ...settings(program, program.facts.constantPasswords)],
  },
  {
    id: 'call/keyed-password',
    family: 'secrets',
    severity: 'medium',
    title: 'Puts a password that stands in the program among settings',
    why: 'Whoever can read the program has the password, and it stays in every copy.',
    remedy: 'Take the password from a secret or the environment.',
    cwe: [798, 259],
    find: ({ calls }) =>
      calls.flatMap((call) => {
        if (!/(?:^|\.)(?:put|putIfAbsent|setProperty|setString)$/.test(call.name)) return []
        const [key, value] = call.args
        const isKeyed = /(?:^|[._-])(?:password|passwd|pwd|secret)$/i.test(constantOf(key) ?? '')
        return spotAt(
          call,
          isKeyed && value !== undefined && isSecret(value) && !isPlaceholder(constantOf(value) ?? ''),
        )
      }),
  },
  {
    id: 'call/xml-entities',
    family: 'files',
    severity: 'medium',
    title: 'Reads XML with entities of outside',
    why: 'A document can name files and addresses, and the parser puts their content into it.',
    remedy: 'Switch document types and external entities off before reading.',
    cwe: [611, 776],
    find: (program) => [...judgeXml(program), ...settings(program, program.facts.admitsEntities)],
  },
  {
    id: 'call/weak-hash',
    family: 'cryptography',
    severity: 'low',
    title: 'Uses a hash or cipher that is broken',
    why: 'Texts with the same hash can be made; the cipher can be undone.',
    remedy: 'Take SHA-256 for data, argon2 or bcrypt for passwords, AES-GCM for secrets.',
    cwe: [327, 328],
    find: byKind(['weakHash', 'weakCipher'], (_, __, kind) => (kind === 'weakCipher' ? 'medium' : true)),
  },
]

const judgePasswords = byKind(['password'], ({ name, args, options }) => {
  const given = givenPasswords(name, args) ?? [...args, ...options.values()]
  return given.some((each) => isSecret(each) && !/^(?:AES|DES|RSA|[HRE]S\d+|HmacSHA\d+|UTF-?8)$/i.test(each.text ?? ''))
})

const judgeStatements = byKind(['query'], ({ name, args }, { language }) => {
  if (language === 'ruby' && PIECE.test(name) && args[0]?.text?.includes(HOLE)) return args[0]?.from ? true : 'medium'
  if ((language === 'ruby' || CONDITION.test(name)) && isCondition(args[0])) return args[0]?.from ? true : 'medium'
  if (
    language === 'java' &&
    isHandedIn(args[0]) &&
    (OF_DATABASES.test(name) || NAMED_STATEMENT.test(args[0]?.name ?? ''))
  ) {
    return { severity: 'medium', message: 'Runs a whole statement that its caller hands over' }
  }
  const statement = args.find(({ text }) => text?.includes(HOLE) && text.length > 1)
  if (isForeignWhole(args[0])) return 'medium'
  if (args.some((each) => QUOTED_HOLE.test(shapeOf(each).slice(0, 2000)))) {
    return fromAll(args) & OUTSIDE ? true : 'medium'
  }
  if (!statement || !STATEMENT.test(shapeOf(statement).slice(0, 2000))) {
    return (
      (CONDITION.test(name) ? args.slice(0, 1) : args).some(
        ({ from, text }) => from & FROM.foreign && (text ?? '').includes(HOLE) && text !== HOLE,
      ) && 'medium'
    )
  }
  return statement.from & OUTSIDE ? true : 'medium'
})

const judgeXml = byKind(['readXml'], (call, program) => !isHardened(call, program))

/** A filter or a name of a directory, or a path in a document. */
/** Others of a Java program hand over a filter of a directory, or a path of XPath. */
const isQuestionOf = (call: string, given: string): boolean =>
  /[xX][pP]ath\(?\)?\.(?:compile|evaluate)$|XPathAPI\./.test(call)
    ? /^(?:e|expr|expression|xpath|path|query|input)\w*$/i.test(given)
    : /\.search$/.test(call) && /filter$/i.test(given)
const QUESTION = /\(\w+=|\b(?:uid|cn|ou|dc)=|ldap:|^\/\/?\w[^:]{0,200}\[/i
/** Calls that take a condition, not a whole statement. */
const CONDITION =
  /(?:^|\.)(?:where|andWhere|orWhere|having|order(?:By)?|groupBy|select|sqlRestriction|setFilter|setOrdering|setGrouping)(?:Raw)?$/i
/** Calls of Rails that take a piece of a statement. */
const PIECE = /\.(?:select|joins|from|group|having|order|reorder|pluck|lock)$|^(?:Arel\.sql|Sequel\.lit)$/
/** Calls that only databases have. */
const OF_DATABASES =
  /(?:^|\.)(?:execute(?:Large)?(?:Query|Update)|create(?:Native|SQL)Query|nativeQuery|rawQuery|execSQL|prepare(?:Statement|Call|dQuery)|queryFor\w{1,12}|sqlRestriction|nativeSQL|set(?:Filter|Ordering|Grouping)|appendWhere)$/
/** A parameter that holds a whole statement. */
const NAMED_STATEMENT = /^(?:sql|hql|jpql|statement|stmt|\w*(?:Sql|Query|Statement))$/
/** `name = '…'` with a value between the quotes. */
const QUOTED_HOLE = new RegExp(`(?:[=:<>]|\\b(?:like|in))\\s{0,3}\\(?['"]%?${HOLE}`, 'i')

/** A parameter or a field of the program, which a text of its own would not be. */
const isHandedIn = (value: Value | undefined): boolean =>
  value !== undefined && value.text === undefined && !value.items && /^[a-z]\w*$/.test(value.name)

/** A piece of a statement with a value in it, as `where("name = '#{name}'")` takes it. */
const isCondition = (value: Value | undefined): boolean =>
  (value?.text?.includes(HOLE) ?? false) && /[=<>]|\b(?:like|in|between|is|asc|desc)\b/i.test(shapeOf(value))

/** Settings that keep a parser of XML from files and addresses. */
const HARDENED =
  /disallow-doctype-decl"?\s*,\s*true|external-(?:general|parameter)-entities"?\s*,\s*false|FEATURE_SECURE_PROCESSING\s*,\s*true|ACCESS_EXTERNAL_(?:DTD|SCHEMA|STYLESHEET)|(?:SUPPORT_DTD|[sS]upport(?:DTD|ingExternalEntities)"?|SUPPORTING_EXTERNAL_ENTITIES)\s*,\s*(?:false|Boolean\.FALSE)|setExpandEntityReferences\(\s*false|set(?:Entity|XML)Resolver/
const OPENED =
  /external-(?:general|parameter)-entities"?\s*,\s*true|(?:SUPPORT_DTD|[sS]upport(?:DTD|ingExternalEntities)"?|SUPPORTING_EXTERNAL_ENTITIES)\s*,\s*(?:true|Boolean\.TRUE)/
const FARTHEST_SETTING = 2000

/** The settings of a factory stand behind its making; where a program makes one alone, they may stand anywhere. */
function isHardened({ start }: Call, { source, callsOf }: CallProgram): boolean {
  const made = callsOf('readXml')
  const next = made.find((other) => other.start > start)?.start ?? source.length
  const settings = source.slice(start, Math.min(next, start + FARTHEST_SETTING))
  if (OPENED.test(settings)) return false
  return HARDENED.test(made.length === 1 ? source : settings)
}

/** The arguments that are passwords, where others stand beside them. */
function givenPasswords(name: string, args: readonly Value[]): readonly Value[] | undefined {
  if (/(?:^|\.)mysql_real_connect$/.test(name)) return args.slice(3, 4)
  if (/^curl_easy_setopt$/.test(name))
    return /CURLOPT_(?:\w*PASSWORD|\w*USERPWD)$/.test(args[1]?.name ?? '') ? args.slice(2, 3) : []
  if (/onnect|PDO|mysqli|getConnection/.test(name)) return args.slice(2, 3)
  return /JWT|KeyStore|PlainAuth|hmac\.New/.test(name) ? args.slice(1, name.endsWith('PlainAuth') ? 3 : 2) : undefined
}

/** A value of others and nothing else. */
const isForeignWhole = (value: Value | undefined): boolean =>
  value !== undefined && (value.from & OUTSIDE) !== 0 && !value.items && (value.text ?? HOLE) === HOLE

/** Some languages take a secret as bytes: `[]byte("…")`. */
const isSecret = (value: Value): boolean =>
  value.number === undefined &&
  ((constantOf(value) ?? '').length >= 3 ||
    (value.items?.length === 1 && value.items.every(isSecret)) ||
    ((value.items?.length ?? 0) >= 8 && value.items?.every(({ number }) => number !== undefined) === true))
