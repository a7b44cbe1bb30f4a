import type { Lexicon } from './lexicon.ts'

/**
 * How a call takes a command. `line`: the first argument is a line for the shell. `lineOrWords`: a line when it is alone, else a
 * program and its arguments. `words`: a program and its arguments. `wordsFromSecond`: likewise, behind the path of the file.
 * `joined`: a program and its
 * arguments, which a shell reads. `builder`: the beginning of a command to which methods add words.
 */
export type CommandForm = 'line' | 'lineOrWords' | 'words' | 'joined' | 'wordsFromSecond' | 'builder'

/** The kinds of calls that rules ask for, beside those that start commands. */
export type CallKind =
  | 'evaluate'
  | 'deleteTree'
  | 'deleteFile'
  | 'openFile'
  | 'writeFile'
  | 'writeSecond'
  | 'readFile'
  | 'connect'
  | 'send'
  | 'native'
  | 'deserialise'
  | 'loadModule'
  | 'query'
  | 'weakHash'
  | 'weakCipher'
  | 'weakRandom'
  | 'overflow'
  | 'fork'
  | 'duplicate'
  | 'becomeRoot'
  | 'unpack'
  | 'readXml'
  | 'password'
  | 'directory'
  | 'formatText'

/** The origin of a value that is known only when the program runs. */
export type SourceKind = 'foreign' | 'environment' | 'network' | 'clean'

/** Functions whose result is worked out when their arguments are constants. */
export type PureKind =
  | 'same'
  | 'join'
  | 'joinBlank'
  | 'joinPath'
  | 'format'
  | 'list'
  | 'base64'
  | 'hex'
  | 'reverse'
  | 'codes'
  | 'decoded'
  | 'concatArguments'

/** Names are separated by blanks; one that begins with a dot is a method of any object. All separators of names are written as dots. */
type Names<Kind extends string> = Partial<Readonly<Record<Kind, string>>>

/** Everything that the reader of calls and its rules know about one language. */
export interface CallFacts {
  lexicon: Lexicon
  /** Signs between a thing and its member. */
  members: readonly string[]
  /** Signs that put texts together. */
  joins: readonly string[]
  /** Strings side by side are one. */
  hasAdjacentStrings?: boolean
  /** Calls of known functions need no brackets: of all of them, or of these. */
  bareCalls?: true | readonly string[]
  /** `Type name(argument)` makes an object. */
  declaresObjects?: boolean
  /** `Type{field: value}`, without a blank before the brace, makes an object. */
  tightStructs?: boolean
  /** A `|` in the path of an open call makes a command of it. */
  opensPipes?: boolean
  /** A text can be called by the name in it. */
  callsTexts?: boolean
  /** Words before the name that a declaration binds. */
  declares?: readonly string[]
  /** Names before which a function is the same: `std::system` is `system`. */
  roots?: readonly string[]
  commands: Names<CommandForm>
  /** Methods that add words to a command. */
  adders?: string
  calls: Names<CallKind>
  sources: Names<SourceKind>
  pure: Names<PureKind>
  /** Functions that call the function named by their first argument, or by their first argument as a name. */
  callers?: string
  /** Last parts of functions that call whatever function a value names. */
  dispatchers?: string
  /** Functions that write a formatted text into their first argument. */
  fills?: string
  /** Declarations of parameters that others fill, as the framework says; the first group is the name. */
  foreignParameters?: RegExp
  /** Settings by which data decide of which classes objects are made. */
  admitsObjects?: RegExp
  /** Calls that are handed a password which stands in the program, where the name of the call alone does not tell. */
  constantPasswords?: RegExp
  /** Declarations of statements into whose text values are put. */
  admitsStatements?: RegExp
  /** Settings by which a document of XML reaches files and addresses. */
  admitsEntities?: RegExp
  /** Settings that take protection away, in code without comments. */
  unprotected?: RegExp
  /** Code that the language does not check, in code without comments and strings. */
  unchecked?: RegExp
}
