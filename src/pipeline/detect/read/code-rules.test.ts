import { describe, expect, it } from 'vitest'
import { readAnswer } from './read-answer.ts'

/** The rules of CommonMark for code, each with a text and the code in it. */
const rules: [rule: string, text: string, ...codes: string[]][] = [
  ['three backticks are a fence', '```\na\n```', 'a\n'],
  ['three tildes are a fence', '~~~\na\n~~~', 'a\n'],
  ['two backticks are none', '``\na\n``'],
  ['the closing fence has the same character', '```\na\n~~~\n```', 'a\n~~~\n'],
  ['the closing fence is at least as long', '````\na\n```\n``````', 'a\n```\n'],
  ['a fence without end goes to the end of the text', '```\n\n```a\nb', '\n```a\nb'],
  ['a fence without end goes to the end of its quote', '> ```\n> a\n\nb', 'a\n'],
  ['a fence may have only blank lines', '```\n\n  \n```', '\n  \n'],
  ['a fence may have nothing', '```\n```', ''],
  ['a fence may be indented by three', '   ```\n   a\n   ```', 'a\n'],
  ['as much indentation as the fence has is taken away', '  ```\na\n  b\n   c\n  ```', 'a\nb\n c\n'],
  ['a fence indented by four is code itself', '    ```\n    a\n    ```', '```\na\n```\n'],
  ['the closing fence may be indented by three', '```\na\n  ```', 'a\n'],
  ['the closing fence is not indented by four', '```\na\n    ```', 'a\n    ```'],
  ['no white space stands inside of a fence', '~~~~~\na\n~~~ ~~', 'a\n~~~ ~~'],
  ['a fence interrupts a paragraph', 'x\n```\na\n```\ny', 'a\n'],
  ['a fence stands beside headings', 'x\n---\n~~~\na\n~~~\n# y', 'a\n'],
  ['a closing fence says nothing', '```\n``` a\n```', '``` a\n'],
  ['backticks in what a fence of backticks says make it none', '``` a`b\nc\n'],
  ['a fence of tildes may say backticks', '~~~ a ` ~~\nb\n~~~', 'b\n'],
  ['four columns make code', '    a\n      b', 'a\n  b\n'],
  ['a tab is four columns', '\ta\tb', 'a\tb\n'],
  ['a tab behind two spaces goes to the fourth column', '  \ta', 'a\n'],
  ['code does not interrupt a paragraph', 'x\n    y'],
  ['code ends at the first line with less', '    a\nx\n    b', 'a\n'],
  ['blank lines between code are part of it', '    a\n\n      \n\n    b', 'a\n\n  \n\nb\n'],
  ['blank lines around code are not', '\n\n    a\n\n\nx', 'a\n'],
  ['white space behind code stays', '    a  ', 'a  \n'],
  ['the first line may be indented more', '        a\n    b', '    a\nb\n'],
  ['code stands behind a heading', '# x\n    a', 'a\n'],
  ['a list takes what could be code for its own text', '- x\n\n    y'],
  ['code in a list is indented from its text', '- x\n\n      a', 'a\n'],
  ['code may begin an item', '1.     a', 'a\n'],
  ['code in a quote is indented behind the mark', '>     a', 'a\n'],
  ['a fence may begin an item', '- ```\n  a\n  ```', 'a\n'],
  ['a fence may stand in a quote in a list', '- > ```\n  > a\n  > ```', 'a\n'],
  ['what goes on lazily does not go on with a fence', '> ```\na', ''],
  ['HTML is not Markdown', '<div>\n```\na\n```\n</div>'],
  ['behind a blank line it is again', '<div>\n\n```\na\n```\n\n</div>', 'a\n'],
  ['a comment hides its fences', '<!--\n```\na\n```\n-->'],
]

describe('code in CommonMark', () => {
  it.each(rules)('%s: %j', (_, text, ...codes) => {
    const { pieces } = readAnswer(text)
    expect(pieces.filter(({ kind }) => kind === 'fence' || kind === 'indented').map(({ code }) => code)).toEqual(codes)
  })

  const inline: [rule: string, text: string, ...codes: string[]][] = [
    ['one backtick on each side', 'x `a` y', 'a'],
    ['two, with one inside', '`` a ` b ``', 'a ` b'],
    ['one space on both sides is taken away', '` `` `', '``'],
    ['a line ending is a space', '`a\nb`', 'a b'],
    ['a backslash means nothing inside', '`a\\`b`', 'a\\'],
    ['a backslash before it makes it none', '\\`a'],
    ['a run that is not closed is none', '```a``'],
  ]
  it.each(inline)('inside of a sentence: %s: %j', (_, text, ...codes) => {
    expect(readAnswer(text).pieces.map(({ code }) => code)).toEqual(codes)
  })
})
