/** Texts that make parsers of Markdown and patterns slow, each of the wanted length. */
export function hostileTexts(size: number): [name: string, text: string][] {
  const fill = (piece: string, before = '') => (before + piece.repeat(Math.ceil(size / piece.length))).slice(0, size)
  return [
    ['empty lines', fill('\n')],
    ['short paragraphs', fill('a\n\n')],
    ['one long line', fill('a')],
    ['one long paragraph', fill('a\n')],
    ['fences', fill('```\n')],
    ['blocks with a name', fill('```python\nprint(1)\n```\n')],
    ['blocks without a name', fill('```\nprint(1)\nx = 2\n```\n')],
    ['one endless block', fill('def f(x):\n', '```\n')],
    ['one endless line in a block', fill('function(', '```\n')],
    ['backticks', fill('`')],
    ['code in sentences', fill('`a` ')],
    ['runs of every length', Array.from({ length: Math.ceil(Math.sqrt(2 * size)) }, (_, n) => '`'.repeat(n)).join(' ')],
    ['quotes in quotes', fill('> ')],
    ['lines in deep quotes', fill('> > > > > > > > > > > > > > a\n')],
    ['lists in lists', fill('- ')],
    ['lists that go ever deeper', everDeeper(size)],
    ['lines in deep lists', fill('- - - - - - - - - - - - - - a\n')],
    ['empty lines in a deep list', fill('\n', `${'- '.repeat(12)}a\n`)],
    ['empty lines in a block in a deep list', fill('\n', `${'- '.repeat(11)}\`\`\`\n`)],
    ['tabs', fill('\t')],
    ['tags that do not end', fill('<div ')],
    ['attributes', fill('<a b c="d" ')],
    ['pre', fill('<pre>')],
    ['pre on lines', fill('<pre>x</pre>\n')],
    ['comments that do not end', fill('<!--\n')],
    ['indented code', fill('    x = 1\n')],
    ['indented code between text', fill('\n    a b c\n\nx\n')],
    ['bare code and text', fill('x = f(1)\nHello the world.\n')],
    ['comments', fill('# a\n')],
    ['a session', fill('>>> x\n', '```\n')],
    ['brackets', fill('x = (\n', '```python\n')],
    ['braces', fill('{"a":', '```\n')],
    ['NUL', fill('\0')],
    ['halves of surrogates', fill('\ud800')],
    ['marks of direction', fill('\u202e`x`')],
  ]
}

/** A list in which each line is indented two more than the one before. */
function everDeeper(size: number): string {
  const lines = Array.from({ length: Math.ceil(Math.sqrt(size)) }, (_, depth) => `${'  '.repeat(depth)}- x\n`)
  return lines.join('').slice(0, size)
}
