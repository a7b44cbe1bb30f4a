/** Words that ask for a replacement. */
const STANDS_FOR_ANOTHER =
  /your|change.?me|change.?this|placeholder|replace|insert|redacted|dummy|\bfake|example|sample|todo|xxxx|<[^>]*>|\*\*\*|\.\.\.|…|not.?set|n\/a|lorem/i
/** Texts that are filled in when the program runs. */
const FILLED_LATER = /\$\{|\$\(|\{\{|%\(?\w*\)?s|^\$|^%\w+%$|^\{\w*\}$|#\{/
/** Values that tests and pages of documentation use. */
const EVERYDAY = new Set(
  `test tests testing test123 testpass testpassword test-password test-token wrong wrong-password wrongpassword invalid bad
  incorrect secret secrets password passwd pass pwd pw token key user username admin root none null undefined true false
  string text str function object number boolean value name foo bar baz qux abc xyz hidden visible required optional default empty basic bearer
  digest oauth oauth2 jwt api apikey api-key api_key access_token refresh_token`.split(/\s+/),
)

/** Whether a literal stands in place of a secret, and is none. */
export const isPlaceholder = (value: string): boolean =>
  value === '' ||
  EVERYDAY.has(value.toLowerCase()) ||
  STANDS_FOR_ANOTHER.test(value) ||
  FILLED_LATER.test(value) ||
  isFiller(value)

/** One character over and over, or words that ask for a key: even with a provider's prefix it is no key. */
export const isFiller = (value: string): boolean => /([\w*.-])\1{7}|your[-_]?|<|placeholder/i.test(value)

/** Words that attackers try first, and that examples use: a connection opened with one is a weak spot either way. */
export const isGuessable = (value: string): boolean =>
  /^(?:password|passwd|pass|admin|administrator|root|toor|secret|letmein|welcome|qwerty|postgres|mysql|sa|guest|\d{4,8})$/i.test(
    value,
  )

/** Tests need passwords, and theirs open nothing. */
export const isTest = (text: string): boolean =>
  /\bunittest\b|\bpytest\b|\bTestCase\b|\bdef test_|\bdescribe\(|\bit\(["'`]|['"]node:test['"]|\bvitest\b/.test(text)
