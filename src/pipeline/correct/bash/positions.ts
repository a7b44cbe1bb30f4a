/** Words behind which a command begins. */
const BEFORE_COMMAND = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{', 'time'])
/** No pattern has these names: among patterns they show that `esac` is missing. */
const ENDS_CASE = new Set(['esac', '}', 'fi', 'done'])
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/
const REDIRECTION = /^(?:&>>?|<<<|<<-?|>>|<&|>&|<>|>\||[<>])$/

export type Positions = ReturnType<typeof createPositions>

/** Tracks the position in a list of commands: whether the next word is a command, a pattern of `case`, or neither. */
export function createPositions({ isList }: { isList: boolean }) {
  let expects: 'command' | 'argument' | 'pattern' = isList ? 'argument' : 'command'
  let redirection: string | undefined
  let command = ''
  let isInTest = false
  let cases = 0
  let lastWord = ''

  const commandOr = (other: typeof expects) => (isList || isInTest ? 'argument' : other)

  return {
    isCommand: (word: string) => redirection === undefined && (expects === 'command' || isReserved(word)),
    /** A closing parenthesis here ends a pattern of `case`, not the list around it. */
    isPattern: () => expects === 'pattern',
    onNewline() {
      redirection = undefined
      isInTest = false
      if (expects !== 'pattern') expects = commandOr('command')
    },
    onOperator(text: string) {
      if (REDIRECTION.test(text) && !isInTest) {
        redirection = text
      } else if ((text === ';;' || text === ';&' || text === ';;&') && cases > 0) {
        expects = commandOr('pattern')
      } else if (!(expects === 'pattern' && (text === '(' || text === '|'))) {
        expects = commandOr('command')
      }
    },
    /** Describes the here-document that follows the line, when the word names its end. */
    onWord(text: string): { isIndented: boolean } | undefined {
      const target = redirection
      redirection = undefined
      if (target !== undefined)
        return target.startsWith('<<') && target !== '<<<' ? { isIndented: target === '<<-' } : undefined
      if (expects === 'command') onCommand(text)
      else if (expects === 'pattern') onPattern(text)
      else onArgument(text)
      lastWord = text
      return undefined
    },
  }

  /** Reserved: the end of `case` among its patterns, `for ((`, and `function name {`, where the brace counts as if behind parentheses. */
  function isReserved(word: string): boolean {
    if (expects === 'pattern') return ENDS_CASE.has(word)
    if (word === '((') return command === 'for' && lastWord === 'for'
    return word === '{' && command === 'function' && lastWord !== 'function'
  }

  function onCommand(text: string) {
    if (ASSIGNMENT.test(text) || BEFORE_COMMAND.has(text)) return
    command = text
    if (text === '[[') isInTest = true
    if (text === 'esac') cases = Math.max(0, cases - 1)
    expects = 'argument'
  }

  function onPattern(text: string) {
    if (!ENDS_CASE.has(text)) return
    cases = Math.max(0, cases - 1)
    expects = 'argument'
  }

  function onArgument(text: string) {
    if (text === ']]') isInTest = false
    if (command === 'case' && text === 'in') {
      cases += 1
      command = ''
      expects = 'pattern'
    }
    if (isReserved(text) && text === '{') expects = 'command'
  }
}
