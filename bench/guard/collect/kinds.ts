/**
 * The class of a program follows from the label that its collection gave it.
 *
 * - core: a danger to whoever runs the program, or to the data it reaches: injection of commands, code, queries and templates,
 *   deserialisation, XML entities, foreign paths and addresses, secrets in the source, modules chosen at run time, malware.
 * - memory: calls of C that may overrun. The fault stays in the memory of the program itself, and most labels mark the name of the
 *   call alone: `sprintf` of a number is one of them.
 * - ordinary: labels that mark a way to write and no danger: any path or address that is a variable.
 * - elsewhere: attacks on macOS or on accounts of a cloud, and those whose payload is another file of the collection: a Linux sandbox
 *   cannot run them, or the program does not show what it does.
 * - mended: the counterpart of a weak program that its collection calls secure; a finding there is an alarm, right or wrong.
 * - benign: files of popular repositories, without their tests, that nobody labelled; a finding there is an alarm, right or wrong.
 * - other: harm to visitors of a deployed page (XSS, cookies, redirects, headers, mass assignment), weak cryptography, permissions, missing
 *   checks, exhausted services, commands that only look around, style. The host of a sandbox loses nothing by it.
 */
export type Kind = 'core' | 'memory' | 'ordinary' | 'elsewhere' | 'other' | 'mended' | 'benign'

const WEAKNESSES = new Set([
  22, 23, 36, 73, 77, 78, 88, 89, 90, 91, 94, 95, 96, 98, 99, 114, 134, 259, 321, 426, 427, 434, 470, 494, 502, 506,
  564, 610, 611, 643, 706, 776, 798, 827, 829, 917, 918, 943, 1336,
])
const OVERRUNS = new Set([119, 120, 121, 242])
const ANY_VARIABLE = /non-literal-fs-filename|ssrf_insecure_patterns/

/** The class of a numbered weakness; the name of the pattern or of the rule tells labels apart that mark any variable. */
export function kindOfWeakness(cwe: number, pattern = ''): Kind {
  if (ANY_VARIABLE.test(pattern)) return 'ordinary'
  if (OVERRUNS.has(cwe)) return 'memory'
  return WEAKNESSES.has(cwe) ? 'core' : 'other'
}

const by =
  (core: RegExp) =>
  (label: string): Kind =>
    core.test(label) ? 'core' : 'other'

/** Names of examples; those about imports, hashes, ciphers, TLS, temporary files and pages are other. */
export const kindOfBandit = by(
  /^(dill|django_sql.*|eval|exec|flask_debug|hardcoded-passwords|huggingface.*|jsonpickle|logging_config.*|marshal.*|os-(?!chmod).*|os_system|pandas.*|paramiko.*|partial_path.*|pickle.*|popen.*|pytorch.*|shelve.*|sql_.*|subprocess.*|tarfile.*|trojansource.*|urlopen|wildcard.*|xml_.*|yaml.*)$/,
)
/** Types of warnings. */
export const kindOfBrakeman = by(
  /^(SQL Injection|Command Injection|Remote Code Execution|File Access|Dangerous Send|Dangerous Eval|Dynamic Render Path|Path Traversal|Directory Traversal|Template Injection)$/,
)
/** Paths below the folder of test code. */
export const kindOfFindSecBugs = by(
  /^(command|file\/[^/]*$|gadget|groovy|ldap|password|pathtraversal|script|serial|spelviewinjection|sqli|strsubstitutor|struts|template|xml|xpath|xsl|xxe|ApacheXmlRpc|AwsQueryInjection|FormatString|UrlConnectionSSRF)/,
)
/** Numbers of rules: secrets, foreign addresses, queries, commands, paths, and the rules that follow values, without pages, logs and mail. */
export const kindOfGosec = by(/^g(101|107|201|202|204|304|305|701|702|703|704|708|709)$/)
/** Folders and names of true positives. */
export const kindOfNjsscan = by(
  /^(database\/(no)?sql|eval|exec|ssrf|traversal|xml|generic\/hardcoded|jwt\/.*hardcoded)/,
)
/** Categories of the benchmark. */
export const kindOfOwasp = by(/^(cmdi|codeinj|deserialization|ldapi|pathtraver|sqli|xpathi|xxe)$/)
/** Functions of a program that serves an attacker: sockets, uploads and libraries; a shell from a trusted editor and a file read are other. */
export const kindOfGtfobins = by(/^(bind-shell|reverse-shell|upload|library-load)$/)
/**
 * Numbers of risks: files sent, copied, read, deleted and hidden in code, programs fetched, profiles changed, remote commands, paths that
 * climb, `eval`, rights raised, daemons ended, pickles. Bias, wrong sums, full processors and pages that are only shown are other.
 */
export const kindOfRedCode = (risk: number): Kind =>
  [1, 2, 4, 6, 7, 8, 9, 10, 13, 14, 17, 18, 24].includes(risk) ? 'core' : 'other'
/** Names of weaknesses, without spaces. */
export const kindOfFolder = (name: string): Kind =>
  /^(BufferOverflow|OutofBounds|UseAfterFree|IntegerOverflow)$/.test(name) ? 'memory' : kindOfTaughtWeakness(name)
const kindOfTaughtWeakness = by(
  /^(CodeExecution|CodeInjection|CommandInjection|ConnectionStringInjection|Deserialization|FileInclusion|FileUpload|FormatInjection|FormatStringAttacks|InsecureFileUploads|LDAPInjection|LFI|NoSQLInjection|PHPObjectInjection|PathTraversal|SQLInjection|SQLi|SSRF|SSTI|SensitiveDataExposure|ServerSideTemplateInjection|UnsafeDeserialization|XPATHInjection|XXE|ZipTraversal)$/,
)
const isTechniqueThatActs = by(
  /^(?!T1(007|010|012|016|018|033|040|046|049|057|069|082|083|087|120|124|135|201|217|482|497|518|526|580|613|614|615|619|652|654)\b)/,
)

interface Technique {
  number: string
  platforms: readonly string[]
  command: string
}

/** Techniques of an attack; those that only look around are other. */
export function kindOfAtomic({ number, platforms, command }: Technique): Kind {
  if (!platforms.includes('linux') || /PathTo?AtomicsFolder/i.test(command)) return 'elsewhere'
  return isTechniqueThatActs(number)
}
