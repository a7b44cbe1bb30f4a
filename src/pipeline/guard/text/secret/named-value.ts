/** A value in the code, and the name that shows its purpose. */
export interface NamedValue {
  name: string
  /** The operator between name and value: `=`, `==`, `:` and others. */
  how: string
  value: string
  start: number
}

/** A name, the operator, and the quote that opens the value. */
const NAMED =
  /(?<![\w$.-])\.?([\w$][\w$.-]{0,200})(?:\\?["'\]]){0,3}\s{0,8}(:\s{0,4}[\w.|[\]&'<>* ]{1,40}=|={1,3}|!={1,2}|:=?|=>|\|\||\?\?)\s{0,8}[bruBRU]{0,2}\\?(["'`])/g
/** A name that the preprocessor of C gives a value. */
const DEFINED = /#define\s{1,8}(\w{1,100})()\s{1,20}(")/g
/** A function that compares a password with a constant. */
const COMPARED =
  /\b(?:str\w{0,4}cmp\(\s{0,4})?(\w{0,60}(?:pass(?:word|wd|phrase)?|pwd|pw))(?:\.equals(?:IgnoreCase)?\(|\s{0,2},)\s{0,4}()(")/gi
/** The default for a missing environment variable. */
const DEFAULT = /(?:getenv|environ\.get|environ\.setdefault)\(\s{0,4}["'](\w{1,80})["']()\s{0,4},\s{0,4}(["'])/g
/** The password in a pair of user and password. */
const PAIR = /\b(auth\s{0,3}=\s{0,3}|HTTP(?:Basic|Digest)Auth)()\(\s{0,3}["'][^"'\n]{1,80}["']\s{0,3},\s{0,3}(["'])/g
/** The password in a connection string of a database. */
const IN_TEXT =
  /\b(?:user(?: id)?|uid|host|server|data source|dbname|database|port|username)=[^\s;,"'`]{1,100}[;\s]\s{0,3}(password|pwd)()=(?=[^\s"'`])/gi
/** A parameter of an address, which logs and histories keep. */
const IN_QUERY = /[?&](api_?key|access_?token|token|secret|password)()=(?=[A-Za-z0-9])/gi
/** In a shell a value needs no quotes. */
const IN_SHELL = /(?<![\w$.-])(?:--)?(\w[\w-]{0,200})=()(?=[^\s"'`$])/g
const IN_SQL = /\b(password|identified by)\s{1,8}(?:=\s{0,8})?()(')/gi
const SQL = ['sql', 'postgres', 'duckdb']

const LONGEST_VALUE = 400

export function* namedValues(text: string, language: string): Generator<NamedValue> {
  const patterns = [NAMED, DEFINED, DEFAULT, PAIR, IN_TEXT, IN_QUERY]
  if (/^(?:c|cpp|java)$/.test(language)) patterns.push(COMPARED)
  if (language === 'bash') patterns.push(IN_SHELL)
  if (SQL.includes(language)) patterns.push(IN_SQL)
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [all, name = '', how = '', quote = ''] = match
      const start = match.index + all.length
      const value = valueAt(text, start, quote)
      if (value !== undefined) yield { name: name.replace(/\s*=\s*$/, ''), how, value, start }
    }
  }
}

/** The text from here to the closing quote, on one line; without a quote, the word. */
function valueAt(text: string, start: number, quote: string): string | undefined {
  const most = text.slice(start, start + LONGEST_VALUE)
  if (quote === '') return /^[^\s"'`;&|)]+/.exec(most)?.[0]
  const end = most.indexOf(quote)
  const value = end < 0 ? undefined : most.slice(0, end)
  return value?.includes('\n') ? undefined : value?.replace(/\\$/, '')
}
