import type { TaskType } from '../../contract/task.ts'
import type { TaskParts } from './parts-of-task.ts'

/** One sign in a text, and how much it says. */
export interface TaskSign {
  type: TaskType
  weight: number
  why: string
  isIn(parts: TaskParts): boolean
}

const says = (type: TaskType, weight: number, why: string, pattern: RegExp): TaskSign => ({
  ...{ type, weight, why },
  isIn: ({ prose }) => pattern.test(prose),
})
const has = (type: TaskType, weight: number, why: string, isIn: TaskSign['isIn']): TaskSign => ({
  type,
  weight,
  why,
  isIn,
})

const FAILURE =
  /\b(?:fails?|failing|failed|crash(?:es|ed)?|broken|bug|does not work|doesn't work|not working|hangs|wrong (?:result|output|with)|never finishes|what is wrong|work again|should (?:print|return|be))\b/

/** All signs. Patterns are matched against the text without its fences, in lower case, and take linear time. */
export const taskSigns: TaskSign[] = [
  has('shell', 8, 'it is, or holds, a command', ({ commands }) => commands.length > 0),
  has('code', 8, 'it is a program', ({ isCode, commands }) => isCode && commands.length === 0),
  has('code', 5, 'it holds a program', ({ fences, commands }) => fences.length > 0 && commands.length === 0),
  says(
    'code',
    4,
    'it asks for a program',
    /\b(?:write|create|build|make|code|implement|develop|program|generate)\b.{0,60}\b(?:function|class|script|program|algorithm|game|calculator|parser|module|method|unit tests?|api client|library)\b/,
  ),
  says(
    'code',
    3,
    'it names a programming language',
    /\b(?:python|javascript|typescript|ruby|java|rust|golang|c\+\+|perl|php|lua|pandas|numpy|matplotlib)(?![\w+])/,
  ),
  says(
    'code',
    3,
    'it asks for a computation',
    /\b(?:compute|calculate|simulate|implement|determine|encode|decode|plot|draw|parse|convert|print the|solve the \d|generate a)\b/,
  ),
  says('code', 2, 'it asks for a program', /\b(?:a|with a|small) (?:program|script|snippet)\b|^\s*(?:code|implement) /),

  says(
    'shell',
    4,
    'it is about files and directories',
    /\b(?:list|show|delete|remove|rename|move|copy|count|find|search|unpack|extract|zip|compress|create|make|replace|what)\b.{0,60}\b(?:files?|folders?|directory|directories|subfolder|lines in|disk space|archive|\.\w{2,4} files?)\b/,
  ),
  says(
    'shell',
    4,
    'it names an archive',
    /\b(?:unpack|extract|unzip|zip|untar)\b.{0,40}(?:\.(?:tar|gz|zip|tgz)\b|folder)/,
  ),
  says('shell', 3, 'it speaks of a command', /\b(?:command|terminal|shell|bash|using (?:sed|awk|grep))\b/),
  says(
    'shell',
    9,
    'it asks about the system',
    /\b(?:disk space|version of \w+ is installed|installed\?|running processes|environment variables?|install the dependencies)\b/,
  ),
  says(
    'shell',
    3,
    'it asks to remove something by its place',
    /^\s*(?:please )?(?:delete|remove) the (?:folder|directory|file)\b/,
  ),

  has('web', 5, 'it names an address', ({ urls, commands }) => urls.length > 0 && commands.length === 0),
  says(
    'web',
    4,
    'it is about a page',
    /\b(?:website|web ?page|web site|browser|online|the internet|the web|the page|settings page|on the site)\b/,
  ),
  says(
    'web',
    3,
    'it asks to browse',
    /\b(?:browse|visit|navigate|click|scroll|screenshot|scrape|crawl|log ?in to|fill (?:in|out)|submit the|google|look up|go to the)\b/,
  ),

  says(
    'correction',
    7,
    'it shows an error',
    /traceback \(most recent call|exception in thread|segmentation fault|core dumped|panic: |uncaught \w+error|\b\w*(?:error|exception): |undefined reference|:\d+:\d+: |goroutine \d+/,
  ),
  says('correction', 6, 'it asks to repair something', /\b(?:fix|repair|debug|correct|troubleshoot)\b/),
  says('correction', 5, 'it tells of a failure', FAILURE),
  has(
    'correction',
    5,
    'it tells of a failure of the program in it',
    ({ fences, prose }) => fences.length > 0 && FAILURE.test(prose),
  ),
  says('correction', 3, 'it names an error', /\b(?:\w+error|nullpointerexception|error in)\b/),

  has('plan', 9, 'it is a list of steps', ({ prose }) => listItems(prose) >= 3),
  says(
    'plan',
    6,
    'it asks for a plan',
    /\b(?:(?:make|write|create|draw up) a (?:plan|roadmap)|^plan\b|plan and|break (?:it|this|the \w+) (?:down|into)|outline the steps|roadmap|milestones|phase by phase|step by step|one after another|the following in order|from scratch)\b/,
  ),
  says(
    'plan',
    6,
    'it has an order of steps',
    /\b(?:first|begin with|start with)\b.{1,200}\b(?:then|afterwards|after that|finally|last)\b/s,
  ),
  says(
    'plan',
    5,
    'it has an order of steps',
    /\b(?:then|afterwards)\b.{1,120}\b(?:then|finally|after that|afterwards|last)\b/s,
  ),
  says('plan', 4, 'it has an order of steps', /\bafterwards\b|\bafter that\b|, then \w+ /),
  says('plan', 5, 'it lists several deliveries', /:\s*\w[^:.?]*(?:, [^:.?,]+){2,}/),
  says(
    'plan',
    3,
    'it is a whole project',
    /\b(?:design and build|the whole project|set up (?:the|a) (?:project|rest api)|plan)\b/,
  ),

  says(
    'question',
    5,
    'it begins like a question',
    /^\s*(?:what|who|whose|why|when|where|which|how|is|are|does|do|did|can|could|should|would|will|was|were)\b/,
  ),
  says('question', 3, 'it ends with a question mark', /\?\s*$/),
  says(
    'question',
    6,
    'it asks for an explanation',
    /\b(?:explain|describe|define|compare|summarise|summarize|tell me (?:about|what|how|why)|difference between|recommend|what does .{1,60} mean)\b/,
  ),
]

function listItems(prose: string): number {
  const lines = prose.match(/^[ \t]*(?:\d+[.)]|[-*+•])[ \t]+\S/gm)?.length ?? 0
  const inline = prose.match(/(?:^|\s)(?:\d+[.)]|step \d+:?)\s+\w/g)?.length ?? 0
  return Math.max(lines, inline)
}
