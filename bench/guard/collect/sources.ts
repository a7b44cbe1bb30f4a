import { parse as parseYaml } from 'yaml'
import * as kinds from './kinds.ts'
import type { Mirror } from './mirror.ts'

/** One program of a collection. */
export interface Collected {
  kind: kinds.Kind
  language: string
  /** Stable, without a slash: the half of a program follows from it. */
  name: string
  code: string
}

export interface Source {
  collection: string
  repository: string
  read: (mirror: Mirror) => Collected[]
}

const LANGUAGES: Record<string, string> = {
  py: 'python',
  js: 'javascript',
  ts: 'typescript',
  rb: 'ruby',
  go: 'go',
  php: 'php',
  java: 'java',
  c: 'c',
  cpp: 'cpp',
  rs: 'rust',
  sh: 'bash',
  bash: 'bash',
  r: 'r',
  lua: 'lua',
  sql: 'sql',
  pm: 'perl',
  R: 'r',
}
export const languageOf = (path: string): string | undefined => LANGUAGES[path.slice(path.lastIndexOf('.') + 1)]
export const nameOf = (path: string): string => path.replaceAll('/', '~')

/** All programs below a folder, labelled by the path behind it without its ending. */
const below = (folder: string, kindOf: (label: string) => kinds.Kind) => (mirror: Mirror) =>
  mirror.paths(folder).flatMap((path): Collected[] => {
    const language = languageOf(path)
    if (language === undefined) return []
    const label = path.slice(folder.length + 1).replace(/\.\w+$/, '')
    return [{ kind: kindOf(label), language, name: nameOf(path), code: mirror.text(path) }]
  })

export const SOURCES: readonly Source[] = [
  { collection: 'atomic-red-team', repository: 'redcanaryco/atomic-red-team', read: readAtomic },
  {
    collection: 'bandit',
    repository: 'PyCQA/bandit',
    read: (mirror) => below('examples', kinds.kindOfBandit)(mirror).filter(({ code }) => code.trim() !== ''),
  },
  { collection: 'brakeman', repository: 'presidentbeef/brakeman', read: readBrakeman },
  { collection: 'cyberseceval', repository: 'meta-llama/PurpleLlama', read: readAutocomplete },
  {
    collection: 'find-sec-bugs',
    repository: 'find-sec-bugs/find-sec-bugs',
    read: (mirror) =>
      below(
        'findsecbugs-samples-java/src/test/java/testcode',
        kinds.kindOfFindSecBugs,
      )(mirror).filter(({ name }) => !/safe|falsepos|util|\bfp\b/i.test(name)),
  },
  { collection: 'gosec', repository: 'securego/gosec', read: readGosec },
  { collection: 'gtfobins', repository: 'GTFOBins/GTFOBins.github.io', read: readGtfobins },
  {
    collection: 'guarddog',
    repository: 'DataDog/guarddog',
    read: (mirror) =>
      below('tests/analyzer/sourcecode', () => 'core')(mirror).filter(({ name }) => !/~benign~|test_/.test(name)),
  },
  {
    collection: 'njsscan',
    repository: 'ajinabraham/njsscan',
    read: below('tests/assets/node_source/true_positives/semantic_grep', kinds.kindOfNjsscan),
  },
  { collection: 'owasp-python', repository: 'OWASP-Benchmark/BenchmarkPython', read: readOwasp },
  {
    collection: 'securityeval',
    repository: 's2e-lab/SecurityEval',
    read: below('Testcases_Insecure_Code', (label) => kinds.kindOfWeakness(Number(/CWE-(\d+)/.exec(label)?.[1]))),
  },
  { collection: 'semgrep-rules', repository: 'semgrep/semgrep-rules', read: readSemgrep },
]

interface AtomicTest {
  name: string
  supported_platforms: string[]
  input_arguments?: Record<string, { default?: unknown }>
  executor?: { name: string; command?: string }
}

/** The tests of the project that sh or bash runs, with the default of every argument in its place. */
function readAtomic(mirror: Mirror): Collected[] {
  const paths = mirror.paths('atomics').filter((path) => /\/(T[\d.]+)\/\1\.yaml$/.test(path))
  return paths.flatMap((path) => {
    const document = parseYaml(mirror.text(path)) as { attack_technique: string; atomic_tests: AtomicTest[] }
    return document.atomic_tests.flatMap((test, index): Collected[] => {
      if (!/^(sh|bash)$/.test(test.executor?.name ?? '')) return []
      const code = (test.executor?.command ?? '').replace(/#\{(\w+)\}/g, (_, name: string) =>
        String(test.input_arguments?.[name]?.default ?? name),
      )
      const name = `${document.attack_technique}-${index}`
      const kind = kinds.kindOfAtomic({ number: name, platforms: test.supported_platforms, command: code })
      return [{ kind, language: 'bash', name, code }]
    })
  })
}

/** Files of the test applications that a test expects a warning about; one core warning makes a file core. */
function readBrakeman(mirror: Mirror): Collected[] {
  const labels = new Map<string, kinds.Kind>()
  for (const path of mirror.paths('test/tests').filter((name) => name.endsWith('.rb'))) {
    const tests = mirror.text(path)
    const app = /BrakemanTester\.run_scan "([^"]+)"/.exec(tests)?.[1]
    if (app === undefined) continue
    for (const [, body = ''] of tests.matchAll(/assert_warning\b([\s\S]*?)\n {2}end/g)) {
      const file = /:?(?:relative_path|file)(?: =>|:) "([^"]+\.rb)"/.exec(body)?.[1]
      const type = /:?warning_type(?: =>|:) "([^"]+)"/.exec(body)?.[1]
      if (file === undefined || type === undefined) continue
      const key = `test/apps/${app}/${file}`
      if (labels.get(key) !== 'core') labels.set(key, kinds.kindOfBrakeman(type))
    }
  }
  const there = new Set(mirror.paths('test/apps'))
  return [...labels]
    .filter(([path]) => there.has(path))
    .map(([path, kind]) => ({ kind, language: 'ruby', name: nameOf(path), code: mirror.text(path) }))
}

/** The original code of each completion task, which is the weak one. */
function readAutocomplete(mirror: Mirror): Collected[] {
  const tasks = JSON.parse(mirror.text('CybersecurityBenchmarks/datasets/autocomplete/autocomplete.json')) as {
    prompt_id: string
    cwe_identifier: string
    pattern_id: string
    origin_code: string
    language: string
  }[]
  return tasks
    .filter(({ language }) => language !== 'csharp')
    .map(({ prompt_id, cwe_identifier, pattern_id, origin_code, language }) => ({
      kind: kinds.kindOfWeakness(Number(cwe_identifier.slice(4)), pattern_id),
      language,
      name: `${cwe_identifier}-${prompt_id}`,
      code: origin_code,
    }))
}

/** Samples of the rules' tests that expect one error or more; several files of a sample are one program. */
function readGosec(mirror: Mirror): Collected[] {
  const paths = mirror.paths('testutils').filter((path) => /\/g\d+_samples\.go$/.test(path))
  return paths.flatMap((path) => {
    const rule = /g\d+/.exec(path)?.[0] ?? ''
    const samples = mirror.text(path).matchAll(/\{\[\]string\{((?:\s*`[^`]*`(?:\s*\+\s*"`"\s*\+)?,?)+)\s*\},\s*(\d+),/g)
    return [...samples].flatMap(([, files = '', errors], index): Collected[] =>
      Number(errors) === 0
        ? []
        : [
            {
              kind: kinds.kindOfGosec(rule),
              language: 'go',
              name: `${rule}-${index}`,
              code: files.replace(/`,?/g, '').trim(),
            },
          ],
    )
  })
}

function readGtfobins(mirror: Mirror): Collected[] {
  return mirror.paths('_gtfobins').flatMap((path) => {
    const page = parseYaml(mirror.text(path).replace(/^---\n|\n(---|\.\.\.)\s*$/g, '')) as {
      functions?: Record<string, { code?: string }[]>
    } | null
    return Object.entries(page?.functions ?? {}).flatMap(([label, list]) =>
      (Array.isArray(list) ? list : []).flatMap(({ code }, index): Collected[] =>
        typeof code === 'string'
          ? [{ kind: kinds.kindOfGtfobins(label), language: 'bash', name: `${nameOf(path)}-${label}-${index}`, code }]
          : [],
      ),
    )
  })
}

function readOwasp(mirror: Mirror): Collected[] {
  return mirror
    .text('expectedresults-0.1.csv')
    .split('\n')
    .map((line) => line.split(','))
    .filter(([, , isReal]) => isReal === 'true')
    .map(([name = '', category = '']) => ({
      kind: kinds.kindOfOwasp(category),
      language: 'python',
      name,
      code: mirror.text(`testcode/${name}.py`),
    }))
}

/** Test files beside the rules of security, by the first weakness that the rule names. */
function readSemgrep(mirror: Mirror): Collected[] {
  const paths = mirror.paths('')
  const rules = new Set(paths.filter((path) => path.endsWith('.yaml')))
  return paths.flatMap((path): Collected[] => {
    const language = languageOf(path)
    const rule = path.replace(/(\.test)?\.\w+$/, '.yaml')
    if (language === undefined || !rules.has(rule) || !/\/(security|audit)\//.test(path)) return []
    const cwe = /CWE-(\d+)/.exec(mirror.text(rule))?.[1]
    return cwe === undefined
      ? []
      : [{ kind: kinds.kindOfWeakness(Number(cwe), path), language, name: nameOf(path), code: mirror.text(path) }]
  })
}
