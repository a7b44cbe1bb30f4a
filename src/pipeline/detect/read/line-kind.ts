import { likelihoodOfProse } from '../guess/model/language-model.ts'

export type LineKind = 'code' | 'inner' | 'comment' | 'blank' | 'prose'

const CODE_LINES = [
  /^#!\//,
  /^(?:>>>|In \[\d+\]:) \S/,
  /^\$ [a-z.~/]/,
  /^from\s+[\w.]+\s+import\s/,
  /^import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,[\w ,.]*)?;?$/,
  /^import\s.{1,200}\sfrom\s+['"]/,
  /^(?:async\s+)?def\s+\w+\s*\(/,
  /^class\s+\w+[^.]{0,100}[:{]$/,
  /^@\w[\w.]*(?:\(.*\))?$/,
  /^(?:if|elif|while|with|except)\b.+:$/,
  /^(?:else|try|finally|except):$/,
  /^(?:async\s+)?for\s+[\w, ()]+\s+in\s.+:$/,
  /^(?:return|yield|raise|await|assert|del)\b.*[\w)\]}"';]$/,
  /^(?:export\s+)?(?:const|let|var)\s+[\w{[$].*=/,
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b.*[({]/,
  /^#\s?include\s*[<"]/,
  /^(?:using\s+namespace|package)\s+[\w.]+;?$/,
  /^(?:public|private|protected)\s+\w/,
  /^func\s+[\w(]/,
  /^(?:pub\s+)?fn\s+\w+/,
  /^(?:SELECT|INSERT\s+INTO|CREATE\s+(?:TABLE|VIEW|INDEX|UNIQUE)|DELETE\s+FROM|DROP\s+TABLE|WITH\s+\w+\s+AS)\s/i,
  /^UPDATE\s+\w+\s+SET\s/i,
  /^(?:FROM|WHERE|GROUP\s+BY|ORDER\s+BY|HAVING|LIMIT|VALUES|(?:LEFT|INNER|RIGHT)?\s?JOIN)\s+\S.*[\w)';]$/,
  /^[A-Za-z_$][\w$.]*(?:\[[^\]]{0,100}\])?\s*(?:[-+*/%&|^]|<<|>>|\*\*|\/\/)?=(?!=)\s*\S/,
  /^[A-Za-z_$][\w$.]*\(.*\)[;,:]?$/,
  /^[A-Za-z_$][\w$.]*\([^)]{0,200}[{[(,]$/,
  /[;{]$/,
  /^[)\]}]+[;,)]*$/,
  /^\}\s*(?:else|catch|finally)\b/,
]
/** A comment behind code. */
const BEHIND = /(?<=[\w)\]};,'"])\s+(?:\/\/|#|--)\s.*$/
const COMMAND =
  /^(?:sudo\s+)?(?:apt(?:-get)?|yum|dnf|apk|pacman|brew|choco|snap|conda|mamba|poetry|pipenv|uvx?|pip3?|python[\d.]*|npm|npx|yarn|pnpm|bunx?|gem|bundle|cargo|go|composer|git|docker(?:-compose)?|podman|kubectl|helm|terraform|aws|gcloud|az|systemctl|ssh|scp|rsync|curl|wget|tar|unzip|zip|mkdir|cd|cp|mv|rm|ls|cat|chmod|chown|grep|sed|awk|echo|export|source|ln|touch|find|ps|kill|node|deno|ruby|perl|php|java|javac|gcc|g\+\+|clang|rustc|rustup|make|cmake|dotnet|mvn|gradle|pytest|jest|tsc|psql|mysql|sqlite3|redis-cli|mongosh?|gh|jq|ffmpeg|openssl|nginx|tmux|vim|nano|code)\s+\S/
/** Names, paths and options follow a command; words of a sentence do not. */
const isCommand = (text: string): boolean =>
  (COMMAND.test(text) ||
    /^[a-z./~][\w./-]*(?: \S+){0,6} --?[a-z]/i.test(text) ||
    /^\.{1,2}\/[\w./-]+(?: |$)/.test(text)) &&
  !SENTENCE.test(text) &&
  !/[.,:;?!]$/.test(text)
const SENTENCE = /\b(?:you|your|the|this|that|we|want|need|to|is|are|it|of|here|below|example)\b/i

/** The odds of each kind of line, before the model is asked. */
const ODDS: Record<LineKind, number> = { code: 2.5, inner: 1, comment: 0, blank: 0, prose: -3 }
const MOST_ODDS = 3

/** The kind of one line of a text, and its odds: positive when it is likelier code than prose. */
export function lookAtLine(line: string): { kind: LineKind; odds: number } {
  const kind = kindOf(line)
  if (kind === 'blank') return { kind, odds: 0 }
  return { kind, odds: ODDS[kind] + Math.max(-MOST_ODDS, Math.min(MOST_ODDS, modelOdds(line))) }
}

/** How much likelier the model takes the line for any code than for prose or Markdown. */
function modelOdds(line: string): number {
  const prose = likelihoodOfProse(line)
  return Math.log((1 - prose + 0.01) / (prose + 0.01))
}

function kindOf(line: string): LineKind {
  const text = line.trim()
  if (text === '') return 'blank'
  const isProse = SENTENCE.test(text.replace(/(["'`]).*\1|(?:#|\/\/|--).*$/g, ''))
  // Four columns of indentation make any line code: the line belongs to the code around it.
  if (/^(?: {4}| {0,3}\t)/.test(line)) return 'inner'
  const bare = text.replace(BEHIND, '')
  const looksLikeCode = CODE_LINES.some((pattern) => pattern.test(bare)) || isCommand(bare)
  if (looksLikeCode && !(isProse && /[.:?!,]$|^(?:if|while|with|return|import|from)\b/i.test(bare))) return 'code'
  // Headings and items of Markdown look like comments of code.
  if (/^(?:#{2,6} |\* |---)/.test(line)) return 'prose'
  if (/^(?:#|\/\/|--|\/\*|\*)\s?\S/.test(text)) return 'comment'
  return /^(?:\s{2,}|\t)\S/.test(line) && !/^\s*(?:[-*+]|\d+[.)])\s/.test(line) ? 'inner' : 'prose'
}
