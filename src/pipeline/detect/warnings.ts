/** Words by which prose says that the code is not meant to be run. */
const FORBIDS =
  /\b(?:never|do not|don['’]?t|must not|mustn['’]t|should not|shouldn['’]t|please avoid|avoid)\s+(?:ever\s+|actually\s+|just\s+|blindly\s+)?(?:runn?|execut|try|typ|past|copy)(?:e|ing|ning)?\b/i
const DISCOURAGES =
  /\b(?:what|how) not to\b|\bnot (?:to )?(?:do|write|use) (?:this|it like this)\b|\b(?:do not|don['’]t|never|avoid) (?:do|doing|write|writing|use|using) (?:this|that|the following|code like|something like)\b/i
/** `Instead of this:`, with the code behind it, and no verb. */
const REPLACED = /^instead of (?:this|that|(?:writing|doing|using)(?: this)?|(?:something|code) like(?: this)?)\W*$/i
const CALLS_BAD =
  /\b(?:dangerous|destructive|malicious|harmful|insecure|unsafe|vulnerable|wrong|incorrect|broken|buggy|faulty|erroneous|flawed|naive and wrong|anti-?pattern)\b|\b(?:bad|worst) (?:example|practice|code|idea|way|version)\b|\bcommon mistake\b|\b(?:won['’]t|will not|does not|doesn['’]t|would not|wouldn['’]t) (?:work|compile|run)\b|^(?:but )?(?:this|that|the following|it)(?: code| line| call)? (?:will |would )?(?:throws?|raises?|fails?|crash(?:es)?)\b[^.]*:\W*$|\bno longer (?:works?|compiles?|runs?)\b|\bwould (?:delete|wipe|erase|destroy|crash)\b|\bfork bomb\b|\b(?:wipe|erase|destroy|delete|overwrite)s?\s+(?:your|the)\s+(?:(?:whole|entire|hard)\s+)?(?:disk|drive|file ?system|system|machine|computer|home|partition)\b/i
/** Code that a warning says to destroy something. */
const HAZARD = /[⚠🚨☠]|\b(?:warning|danger|caution|beware|(?:be|extremely) careful|irreversibl[ey]|permanently)\b/iu
const DESTROYS = /\b(?:delet|wip|eras|destroy|overwrit|format|remov|drop|kill)\w*\b/i
const MOST_WARNING = 400
/** The code behind such words is the remedy, or nothing is said about it. */
const MENDS =
  /\b(?:fix(?:e[ds]|ing)?|correct(?:ed|ly|s|ion)?|instead|better|safer?|safely|solution|solve[sd]?|improved?|proper(?:ly)?|repair(?:ed|s)?|updated?|revised?|prevents?|detects?|handles?|checks?|catch(?:es)?|tests?|avoids?|rather than|mitigates?|if|unless|in case|when)\b/i
/** A label that stands alone: `Bad:`, `### Wrong`, `❌ Incorrect`. */
const LABEL =
  /^[\s#*_>❌✗✘🚫⛔⚠:–-]*(?:bad|wrong|incorrect|don['’]?ts?|do not|never|anti-?pattern|unsafe|insecure|vulnerable|broken|buggy|not recommended)(?: (?:way|example|code|version|practice|approach|usage|answer))?[\s*_:!.)-]*$/iu
const CROSS = /^[\s#*_>-]*[❌✗✘🚫⛔]/u
/** A comment in the first line of the code. */
const COMMENT = /^\s*(?:#|\/\/|--|\/\*|<!--|%|;)+\s*(.{0,120})/
const BEHIND =
  /^[\s*_>⚠❗:-]*(?:warning|danger|caution)?[\s*_:!-]*(?:never|do not|don['’]?t)\s+(?:ever\s+|actually\s+)?(?:run|execute|use|try|do)\s+(?:this|that|it|the above|these|the code above|the command above)\b/i
/** A verdict on the block above and its reason; a condition such as "if the list is empty" speaks of a limit only. */
const CALLED_BAD_BEHIND =
  /^[\s*_>⚠❗:-]*(?:(?:the|this|that) (?:code|command|snippet|version|example|script|program|function|loop|query)(?: (?:above|shown above))?|the above(?: (?:code|command|snippet|version|example))?) (?:is (?:wrong|incorrect|broken|buggy|dangerous|unsafe|vulnerable)\b(?! (?:if|when|unless))|(?:does not|doesn['’]t|won['’]t|will not|would not) (?:work|compile|run)(?: at all)?(?:\s*[.:,;!]| because| since))/i

/** Why the prose around a block, or its first comment, speaks against running it; undefined when it does not. */
export function warningAround({
  before,
  behind,
  code,
}: {
  before: string
  behind: string
  code: string
}): string | undefined {
  const comment = COMMENT.exec(code.slice(0, 200).split('\n')[0] ?? '')?.[1] ?? ''
  const isWarned =
    isWarning(lastClause(before)) ||
    isHazard(before) ||
    (isCommentWarning(comment) && !HAS_REMEDY.test(code)) ||
    BEHIND.test(behind) ||
    CALLED_BAD_BEHIND.test(behind)
  return isWarned ? 'the text around it says not to run it, or calls it wrong' : undefined
}

/** `# Right:` behind `# Wrong:`: the block has both, and the remedy is worth running. */
const HAS_REMEDY = /^\s*(?:#|\/\/|--)\s*(?:[✅✔☑]|(?:good|right|correct|better|do this|instead)\b)/imu

function isHazard(before: string): boolean {
  const near = before.slice(-MOST_WARNING)
  return HAZARD.test(near) && DESTROYS.test(near) && !MENDS.test(lastClause(near).replace(/\bif you know\b/i, ''))
}

function isWarning(clause: string): boolean {
  if (LABEL.test(clause) || CROSS.test(clause) || REPLACED.test(clause)) return true
  if (FORBIDS.test(clause) && !/\binstead\b/i.test(clause)) return true
  if (DISCOURAGES.test(clause) && !/\binstead\b/i.test(clause)) return true
  return CALLS_BAD.test(clause) && !MENDS.test(clause)
}

const isCommentWarning = (comment: string): boolean =>
  LABEL.test(comment.replace(/\*\/\s*$/, '')) ||
  CROSS.test(comment) ||
  /^(?:do not|don['’]t|never) (?:do this|run this|use this)\b/i.test(comment) ||
  /^(?:bad|wrong|incorrect|dangerous|anti-?pattern)\s*[:!-]/i.test(comment)

/** `how **not** to do it`; a label that is bold as a whole stays as it is. */
const EMPHASIS = /(?<=\w )(\*\*|__|\*|_)(\w[\w ]*)\1(?= \w)/g

/** The last sentence before the code: earlier ones speak of other things. */
function lastClause(text: string): string {
  const sentences = text
    .replace(EMPHASIS, '$2')
    .trim()
    .split(/(?<=[.!?;])\s+(?=\S)/)
  const last = sentences.at(-1) ?? ''
  // "Never do this. For example:" says it one sentence earlier.
  return /^(?:for example|e\.g\.|example|like this|like so|such as)\b.{0,20}$/i.test(last)
    ? (sentences.at(-2) ?? last)
    : last
}
