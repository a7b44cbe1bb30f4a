import { constantOf, FROM, type Value } from '../read/value.ts'
import { byKind, type CallRule, settings, spotAt } from './call-rule.ts'

const OUTSIDE = FROM.foreign | FROM.network

/** A constant path beside the program itself. */
const BESIDE = /^\w+\s*\(?\s*(?:__DIR__|dirname\(\s*__FILE__\s*\))\s*\.\s*(?:'[^'$]*'|"[^"$]*")\s*\)?$/

/** Languages in which a bare name is mostly the module itself, as in `library(stats)`, or one of a list. */
const BARE_MODULES = new Set(['perl', 'r', 'ruby', 'lua'])
/** `$f()` of PHP, where a visitor has named the function. */
const VISITORS = /^\$_(?:GET|POST|REQUEST|COOKIE)\b[^()]*$/

const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** The letters behind the second mark of a pattern of PHP: with `e`, the replacement is code. */
function modifiersOf(pattern: string): string {
  const [mark = ''] = pattern
  const end = pattern.lastIndexOf(CLOSERS[mark] ?? mark)
  return /[\w\s]/.test(mark) || end <= 0 ? '' : pattern.slice(end + 1)
}

/** Functions of PHP that run code only for some arguments: a text, names of others, or an option. */
function runsInPhp(name: string, args: readonly Value[]): boolean {
  if (name === 'preg_replace') return modifiersOf(constantOf(args[0]) ?? '').includes('e')
  if (name === 'assert')
    return (args[0]?.text !== undefined && args[0].number === undefined) || ((args[0]?.from ?? 0) & OUTSIDE) !== 0
  if (name === 'parse_str') return args.length === 1
  if (name === 'extract') return ((args[0]?.from ?? 0) & OUTSIDE) !== 0 && !/EXTR_SKIP/.test(args[1]?.name ?? '')
  return name !== 'mb_ereg_replace' || (args.length > 3 && (constantOf(args[3]) ?? 'e').includes('e'))
}

export const codeRules: CallRule[] = [
  {
    id: 'call/eval',
    family: 'code-execution',
    severity: 'high',
    title: 'Runs a text as code',
    why: 'Whoever can change the text decides what the program does.',
    remedy: 'Read data as data, look functions up in a table, or write the code where it is used.',
    cwe: [95, 94],
    find: byKind(['evaluate'], ({ name, args, options, receiver }, { language }) => {
      // `parse(text = …)` of R; without a name it is the name of a file.
      const code = name === 'parse' && language === 'r' ? options.get('text') : args[0]
      // `eval { … }` of Perl, and blocks of Ruby, are code where they stand.
      if (!code || code.isTable) return false
      if (language === 'php' && !runsInPhp(name, args)) return false
      const from = code.from | (name === 'eval' ? 0 : (receiver?.from ?? 0) & FROM.network)
      if (from & FROM.decoded) return { severity: 'critical', message: 'Runs code that was made unreadable' }
      if (from & FROM.network) return { severity: 'critical', message: 'Runs code that it fetches from the network' }
      if (from & FROM.foreign) return true
      // A template is no secret place for code.
      if (constantOf(code) !== undefined)
        return name !== 'ERB.new' && { severity: 'medium', message: 'Runs a constant text as code' }
      return code.items ? false : 'medium'
    }),
  },
  {
    id: 'call/chosen-template',
    family: 'code-execution',
    severity: 'high',
    title: 'Others write the template that is filled in',
    why: 'A template of ERB holds code, which is run with the rights of the program.',
    remedy: 'Keep templates in files of the program, and give it values only.',
    cwe: [94, 1336],
    find: ({ calls, language }) =>
      calls.flatMap((call) => {
        const template = language === 'ruby' && /(?:^|\.)render$/.test(call.name) && call.options.get('inline')
        return spotAt(call, template && (template.from & OUTSIDE) !== 0)
      }),
  },
  {
    id: 'call/native-code',
    family: 'code-execution',
    severity: 'medium',
    title: 'Loads or makes native code',
    why: 'Native code is not bound by anything that the language checks.',
    remedy: 'Use a module that is made for the purpose; load libraries by constant names only.',
    cwe: [114, 94],
    find: byKind(['native'], ({ name, args }) => {
      if (/(?:ptrace|VirtualAlloc|CreateRemoteThread|WriteProcessMemory|init_module)$/.test(name)) return 'high'
      if (args[0] && args[0].from & OUTSIDE) return 'high'
      // Functions that a package of R has registered are called so.
      return /^\.(?:C|Call|External)$/.test(name) ? 'low' : args.some(({ from }) => from & OUTSIDE) ? 'high' : true
    }),
  },
  {
    id: 'call/chosen-module',
    family: 'code-execution',
    severity: 'medium',
    title: 'A value decides which module is loaded',
    why: 'Loading a module runs it, and a path may lead to any file.',
    remedy: 'Take the name from a list of modules that are allowed.',
    cwe: [98, 470, 829],
    find: byKind(['loadModule'], ({ name, args, receiver, start, end }, { source, language }) => {
      if (BESIDE.test(source.slice(start, Math.min(end, start + 400)))) return false
      const isMethod = name.startsWith('.') || /constantize$/.test(name)
      const module = isMethod ? receiver : args[0]
      if (!module) return false
      if (module.items)
        return /ClassLoader/.test(name) && module.items.some((each) => constantOf(each) === undefined) && 'medium'
      if (/^https?:/.test(constantOf(module) ?? '')) return { severity: 'high', message: 'Loads code from the network' }
      if (constantOf(module) !== undefined) return false
      if (module.from & OUTSIDE) return 'high'
      const isName = module.text === undefined && !/^[$@]/.test(module.name) && !module.name.includes('(')
      return isName && BARE_MODULES.has(language) ? false : 'medium'
    }),
  },
  {
    id: 'call/chosen-method',
    family: 'code-execution',
    severity: 'medium',
    title: 'Others decide which method is called',
    why: 'Every method of the object can be reached so, also those that run programs.',
    remedy: 'Take the name from a list of methods that are allowed.',
    cwe: [470, 94],
    find: ({ calls, language, facts: { dispatchers } }) => {
      const names = new Set(dispatchers?.split(' '))
      return calls.flatMap((call) => {
        if (language === 'php' && VISITORS.test(call.name)) return spotAt(call, true)
        const method = call.name.slice(call.name.lastIndexOf('.') + 1)
        return spotAt(
          call,
          names.has(method) && call.args.slice(0, 2).some(({ from, items }) => !items && (from & OUTSIDE) !== 0),
        )
      })
    },
  },
  {
    id: 'call/deserialise',
    family: 'deserialisation',
    severity: 'medium',
    title: 'Makes objects of stored or received data',
    why: 'Such data can name any class, and call its functions while it is read.',
    remedy: 'Use a format of plain data such as JSON, or a loader that takes plain values only.',
    cwe: [502],
    find: (program) => [...judgeObjects(program), ...settings(program, program.facts.admitsObjects)],
  },
]

/** A column of a model of Rails that keeps objects as YAML. */
const SERIALIZED = /^serialize[\s(]{1,5}:\w{1,60}\)?$/

const judgeObjects = byKind(['deserialise'], ({ args, options, receiver, name, start, end }, { language, source }) => {
  if (/^(?:YAML|Psych)\.load$/.test(name) && options.has('permitted_classes')) return false
  if (name === 'JSON.load') return ((args[0]?.from ?? 0) & OUTSIDE) !== 0
  if (name === 'serialize') return SERIALIZED.test(source.slice(start, end)) && !options.has('coder')
  if (language === 'r' && constantOf(args[0]) !== undefined && !/^https?:/.test(constantOf(args[0]) ?? ''))
    return 'info'
  if (language !== 'java' && args.length === 0) return false
  const from = (args[0]?.from ?? 0) | (receiver?.from ?? 0)
  // Data that Go decodes makes no objects with functions of their own, unless it is a pickle.
  if (language === 'go' && !/pickle/.test(name)) return (from & OUTSIDE) !== 0
  return from & OUTSIDE ? 'high' : true
})
