/** Endings of files whose language they tell beyond doubt. */
const ENDINGS: Record<string, string> = {
  python: 'py',
  javascript: 'js mjs cjs',
  typescript: 'ts mts',
  jsx: 'jsx tsx',
  bash: 'sh bash zsh bats',
  sql: 'sql',
  ruby: 'rb rake gemspec',
  perl: 'pm t plx',
  lua: 'lua',
  php: 'php',
  r: 'r',
  go: 'go',
  c: 'c',
  cpp: 'cpp cc cxx hpp',
  java: 'java',
  rust: 'rs',
  csharp: 'cs',
  kotlin: 'kt kts',
  swift: 'swift',
  scala: 'scala sbt',
  dart: 'dart',
  haskell: 'hs',
  elixir: 'ex exs',
  erlang: 'erl',
  clojure: 'clj cljs cljc',
  racket: 'rkt',
  scheme: 'scm ss',
  lisp: 'lisp el',
  julia: 'jl',
  d: 'd',
  matlab: 'matlab',
  fsharp: 'fs fsx',
  ocaml: 'ml mli',
  groovy: 'groovy gradle',
  powershell: 'ps1 psm1',
  batch: 'bat cmd',
  'objective-c': 'mm',
  zig: 'zig',
  nim: 'nim',
  vb: 'vb',
  pascal: 'pas dpr',
  fortran: 'f90 f95 f03',
  assembly: 'asm nasm s',
  html: 'html htm',
  css: 'css scss less',
  xml: 'xml xsd xsl svg csproj plist',
  json: 'json',
  yaml: 'yaml yml',
  toml: 'toml',
  ini: 'ini cfg properties service editorconfig',
  makefile: 'mk makefile gnumakefile',
  cmake: 'cmake',
  dockerfile: 'dockerfile',
  markdown: 'md markdown',
  latex: 'tex sty',
  diff: 'diff patch',
  csv: 'csv',
  graphql: 'graphql gql graphqls',
  protobuf: 'proto',
  nginx: 'nginxconf',
  hcl: 'tf hcl',
  prolog: 'prolog',
  cobol: 'cob cbl',
  awk: 'awk',
  tcl: 'tcl',
  coffeescript: 'coffee',
  solidity: 'sol',
  elm: 'elm',
  crystal: 'cr',
  ada: 'adb ads',
}

/** Names of folders and fences. */
const NAMES: Record<string, string> = {
  python: 'py python3 py3',
  javascript: 'js node nodejs mjs',
  typescript: 'ts',
  jsx: 'tsx react',
  bash: 'sh shell zsh',
  sql: 'mysql postgresql postgres sqlite plpgsql tsql pgsql',
  ruby: 'rb',
  perl: 'perl5 pl',
  r: 'rscript',
  go: 'golang',
  cpp: 'c++ cplusplus cc',
  rust: 'rs',
  csharp: 'cs c# c-sharp',
  kotlin: 'kt',
  haskell: 'hs',
  elixir: 'ex',
  clojure: 'clj',
  lisp: 'common-lisp commonlisp common_lisp elisp emacs-lisp emacslisp',
  matlab: 'octave',
  fsharp: 'f# fs',
  ocaml: 'ml',
  powershell: 'ps1 pwsh',
  batch: 'bat batchfile cmd',
  'objective-c': 'objc objectivec objective_c',
  vb: 'vbnet visual-basic visual_basic visual-basic-.net vb.net',
  pascal: 'delphi objectpascal free-pascal',
  fortran: 'fortran-free-form f90',
  assembly: 'asm nasm x86asm unix-assembly armasm',
  html: 'html5',
  css: 'scss less',
  xml: 'svg',
  json: 'json5 jsonc',
  yaml: 'yml',
  ini: 'cfg properties',
  makefile: 'make',
  markdown: 'md gfm',
  latex: 'tex',
  diff: 'patch',
  protobuf: 'proto proto3',
  nginx: 'nginx-configuration-file',
  hcl: 'terraform tf',
  coffeescript: 'coffee',
}

const reversed = (table: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(table).flatMap(([label, all]) => all.split(' ').map((name) => [name, label])))

const byEnding = reversed(ENDINGS)
const byName = new Map([...Object.keys(ENDINGS).map((label): [string, string] => [label, label]), ...reversed(NAMES)])

export const labelOfName = (name: string): string | undefined => byName.get(name.toLowerCase().replaceAll(' ', '-'))

/** Folders below which the next folder, or the file itself, is named after its language. */
const SAMPLES = /^(?:spec\/visual\/samples|test\/detect|tests\/syntax-tests\/source)\/([^/]+)/

/** Endings that several languages share: the text decides. */
const SHARED: Record<string, [label: string, sign: RegExp][]> = {
  m: [
    ['objective-c', /^\s*(?:#import\b|@(?:interface|implementation|import|class)\b)/m],
    ['matlab', /^\s*(?:function\b|%|end;?$|disp\(|clc\b)/m],
  ],
  pl: [
    ['perl', /^\s*(?:use (?:strict|warnings|\d)|my [$@%(]|#!.*perl)/m],
    ['prolog', /:-|^\w+\(.*\)\.$/m],
  ],
  conf: [['nginx', /^\s*(?:location|server|upstream|add_header|map) .*[{;]$/m]],
  // Scripts without an ending.
  '': [
    ['bash', /^#!.*\b(?:ba|z|da|k)?sh\b/],
    ['python', /^#!.*\bpython/],
    ['perl', /^#!.*\bperl/],
    ['ruby', /^#!.*\bruby/],
  ],
}

const endingOf = (path: string): string => /\.([^./]+)$/.exec(path.split('/').at(-1) ?? '')?.[1]?.toLowerCase() ?? ''

export const isShared = (path: string): boolean => labelOfFile(path) === undefined && endingOf(path) in SHARED

export const labelOfText = (path: string, text: string): string | undefined =>
  SHARED[endingOf(path)]?.find(([, sign]) => sign.test(text.slice(0, 3_000)))?.[0]

export function labelOfFile(path: string): string | undefined {
  const folder = SAMPLES.exec(path)?.[1]
  // Notes on where a sample comes from stand beside it.
  const isNote = /(?:^|\/)(?:licen[cs]e|readme|notice|copying)[^/]*$|\.md$/i.test(path)
  if (folder !== undefined) return isNote && labelOfName(folder) !== 'markdown' ? undefined : labelOfName(folder)
  const name = path.split('/').at(-1)?.toLowerCase() ?? ''
  // Chroma keeps `name.actual`, its samples' language being the name.
  if (name.endsWith('.actual')) return labelOfName(name.slice(0, -'.actual'.length))
  if (name === 'cmakelists.txt') return 'cmake'
  return name.includes('.') ? byEnding.get(name.split('.').at(-1) ?? '') : ENDINGS[name] && byEnding.get(name)
}
