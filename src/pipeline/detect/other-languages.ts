/** Languages of blocks that are not run here: their names, and why they are not run. */
export interface OtherLanguage {
  id: string
  aliases: string[]
  /** File names and endings, where there are any. */
  files?: string[]
  reason: string
}

const data = (title: string) => `${title} is data, not a program`
const settings = (title: string) => `${title} holds settings, it is not a program`
const markup = (title: string) => `${title} is a document, not a program`
const absent = (title: string) => `${title} is not run here`

export const otherLanguages: readonly OtherLanguage[] = [
  { id: 'json', aliases: ['jsonc', 'json5', 'jsonl', 'ndjson', 'geojson'], files: ['json'], reason: data('JSON') },
  { id: 'yaml', aliases: ['yml'], files: ['yaml', 'yml'], reason: data('YAML') },
  { id: 'toml', aliases: [], files: ['toml'], reason: settings('TOML') },
  {
    id: 'ini',
    aliases: ['cfg', 'conf', 'properties', 'editorconfig'],
    files: ['ini', 'cfg', 'conf'],
    reason: settings('an INI file'),
  },
  { id: 'env', aliases: ['dotenv'], files: ['env'], reason: settings('a file of variables') },
  { id: 'csv', aliases: ['tsv'], files: ['csv', 'tsv'], reason: data('CSV') },
  { id: 'xml', aliases: ['svg', 'plist', 'xsd'], files: ['xml', 'svg'], reason: data('XML') },
  {
    id: 'html',
    aliases: ['htm', 'xhtml', 'jinja', 'jinja2', 'handlebars', 'ejs', 'erb'],
    files: ['html', 'htm'],
    reason: markup('HTML'),
  },
  { id: 'css', aliases: ['scss', 'sass', 'less'], files: ['css', 'scss'], reason: markup('CSS') },
  { id: 'markdown', aliases: ['md', 'mdx', 'rst'], files: ['md'], reason: markup('Markdown') },
  { id: 'latex', aliases: ['tex', 'math', 'katex'], files: ['tex'], reason: markup('LaTeX') },
  { id: 'mermaid', aliases: ['plantuml', 'puml', 'dot', 'graphviz'], reason: 'a diagram is not a program' },
  {
    id: 'diff',
    aliases: ['patch', 'udiff'],
    files: ['diff', 'patch'],
    reason: 'a diff is a change to a program, not one',
  },
  {
    id: 'dockerfile',
    aliases: ['docker', 'containerfile'],
    files: ['dockerfile'],
    reason: 'a Dockerfile builds an image, it is not run here',
  },
  {
    id: 'makefile',
    aliases: ['make', 'mk'],
    files: ['makefile', 'gnumakefile', 'mk'],
    reason: 'a Makefile needs the project around it',
  },
  { id: 'cmake', aliases: [], files: ['cmake', 'cmakelists.txt'], reason: 'a CMake file needs the project around it' },
  { id: 'nginx', aliases: ['apache', 'caddyfile'], reason: settings('this') },
  { id: 'hcl', aliases: ['terraform', 'tf'], files: ['tf', 'hcl'], reason: settings('HCL') },
  { id: 'protobuf', aliases: ['proto', 'proto3'], files: ['proto'], reason: data('Protocol Buffers') },
  { id: 'graphql', aliases: ['gql'], files: ['graphql'], reason: absent('GraphQL') },
  { id: 'http', aliases: ['https', 'rest', 'curl-output'], reason: 'a message of HTTP is not a program' },
  { id: 'regex', aliases: ['regexp'], reason: 'a pattern is not a program' },
  { id: 'gitignore', aliases: ['ignore'], reason: settings('a list of files') },
  {
    id: 'output',
    aliases: ['stdout', 'out', 'result', 'log', 'logs', 'traceback', 'pytb', 'error', 'stderr'],
    reason: 'this is what a program printed',
  },
  { id: 'tree', aliases: ['filetree', 'directory', 'files'], reason: 'a list of files is not a program' },
  {
    id: 'pseudocode',
    aliases: ['pseudo', 'pseudo-code', 'algorithm', 'plain-english'],
    reason: 'pseudo-code is for people to read',
  },
  {
    id: 'prose',
    aliases: ['text', 'txt', 'plain', 'plaintext', 'plain-text', 'none', 'nohighlight', 'quote', 'prompt'],
    reason: 'this is text, not a program',
  },
  {
    id: 'jsx',
    aliases: ['tsx', 'react', 'vue', 'svelte', 'astro'],
    files: ['jsx', 'tsx', 'vue', 'svelte'],
    reason: 'this needs a browser and a build',
  },
  { id: 'powershell', aliases: ['ps1', 'ps', 'pwsh'], files: ['ps1'], reason: absent('PowerShell') },
  { id: 'batch', aliases: ['bat', 'cmd', 'dos'], files: ['bat'], reason: absent('a batch file') },
  { id: 'csharp', aliases: ['cs', 'c#', 'dotnet'], files: ['cs'], reason: absent('C#') },
  { id: 'kotlin', aliases: ['kt', 'kts'], files: ['kt'], reason: absent('Kotlin') },
  { id: 'swift', aliases: [], files: ['swift'], reason: absent('Swift') },
  { id: 'scala', aliases: ['sc'], files: ['scala'], reason: absent('Scala') },
  { id: 'dart', aliases: ['flutter'], files: ['dart'], reason: absent('Dart') },
  { id: 'haskell', aliases: ['hs'], files: ['hs'], reason: absent('Haskell') },
  { id: 'elixir', aliases: ['ex', 'exs'], files: ['ex', 'exs'], reason: absent('Elixir') },
  { id: 'erlang', aliases: ['erl'], files: ['erl'], reason: absent('Erlang') },
  { id: 'clojure', aliases: ['clj', 'cljs', 'clojurescript'], files: ['clj', 'cljs'], reason: absent('Clojure') },
  { id: 'racket', aliases: ['rkt'], files: ['rkt'], reason: absent('Racket') },
  { id: 'scheme', aliases: ['scm', 'guile'], files: ['scm'], reason: absent('Scheme') },
  {
    id: 'lisp',
    aliases: ['elisp', 'common-lisp', 'commonlisp', 'emacs-lisp'],
    files: ['lisp', 'el'],
    reason: absent('Lisp'),
  },
  { id: 'd', aliases: ['dlang'], files: ['d'], reason: absent('D') },
  { id: 'fsharp', aliases: ['fs', 'f#'], files: ['fs', 'fsx'], reason: absent('F#') },
  { id: 'ocaml', aliases: ['ml', 'reason'], files: ['ml'], reason: absent('OCaml') },
  { id: 'groovy', aliases: ['gradle', 'jenkinsfile'], files: ['groovy', 'gradle'], reason: absent('Groovy') },
  { id: 'elm', aliases: [], files: ['elm'], reason: absent('Elm') },
  { id: 'coffeescript', aliases: ['coffee'], files: ['coffee'], reason: absent('CoffeeScript') },
  { id: 'tcl', aliases: [], files: ['tcl'], reason: absent('Tcl') },
  { id: 'awk', aliases: ['gawk'], files: ['awk'], reason: absent('AWK on its own') },
  { id: 'matlab', aliases: ['octave'], reason: absent('MATLAB') },
  { id: 'julia', aliases: ['jl'], files: ['jl'], reason: absent('Julia') },
  { id: 'vb', aliases: ['vba', 'vbnet', 'visual-basic'], files: ['vb'], reason: absent('Visual Basic') },
  { id: 'objective-c', aliases: ['objc', 'objectivec'], files: ['mm'], reason: absent('Objective-C') },
  { id: 'zig', aliases: [], files: ['zig'], reason: absent('Zig') },
  { id: 'nim', aliases: [], files: ['nim'], reason: absent('Nim') },
  { id: 'crystal', aliases: ['cr'], files: ['cr'], reason: absent('Crystal') },
  { id: 'solidity', aliases: ['sol'], files: ['sol'], reason: absent('Solidity') },
  { id: 'assembly', aliases: ['asm', 'nasm', 'wasm', 'llvm'], files: ['asm'], reason: absent('assembly') },
  { id: 'cobol', aliases: [], files: ['cob', 'cbl'], reason: absent('COBOL') },
  { id: 'fortran', aliases: ['f90', 'f95'], files: ['f90', 'f95'], reason: absent('Fortran') },
  { id: 'pascal', aliases: ['delphi'], files: ['pas'], reason: absent('Pascal') },
  { id: 'ada', aliases: [], files: ['adb', 'ads'], reason: absent('Ada') },
  { id: 'prolog', aliases: ['swipl'], reason: absent('Prolog') },
  { id: 'mongodb', aliases: ['redis', 'cypher', 'cql'], reason: absent('the query language of another database') },
]

export function findOtherLanguage(name: string): OtherLanguage | undefined {
  return otherLanguages.find(({ id, aliases }) => id === name || aliases.includes(name))
}

export function otherLanguageOfFile(fileName: string): OtherLanguage | undefined {
  const name = fileName.toLowerCase()
  const ending = name.split('.').at(-1) ?? ''
  return otherLanguages.find(({ files }) => files?.includes(ending) || files?.includes(name))
}
