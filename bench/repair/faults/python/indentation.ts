import { mechanical, unknowable } from '../fault.ts'
import { replace } from '../replace.ts'

/** Matches only lines that begin a statement: inside of brackets indentation means nothing. */
const STATEMENT =
  '(?=(?:return|if|for|while|self\\.|print|raise|yield|with|try|else|elif|except|continue|await|\\w+ [+-]?= |\\w+\\.\\w+\\())'

export const indentationFaults = [
  mechanical('indented-too-deep', replace(new RegExp(`^((?: {4})+)${STATEMENT}`, 'gm'), '$1  ')),
  mechanical('indented-unexpectedly', replace(/^(?=(?:\w+ = |print\(|for |import |from ))/gm, ' ')),
  mechanical('indented-too-shallow', replace(new RegExp(`^( {4})((?: {4})+)${STATEMENT}`, 'gm'), '  $2')),
  mechanical(
    'missing-body-indent',
    replace(
      /(?<=^( *)(?:def|class|if|for|while|else|elif|try|except|with)\b.*:\n)\1 {4}(?=\S.*(?:\n(?!\1 {4})|\n*$))/gm,
      '$1',
    ),
  ),
  mechanical('mixed-tabs', replace(/^ {4}(?= *\S)/gm, '\t'), replace(/^ {8}(?=\S)/gm, '\t')),
  unknowable('return-outside-function', replace(/^ {4}(?=return\b)/gm, '')),
]
