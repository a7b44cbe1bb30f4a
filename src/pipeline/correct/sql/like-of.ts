/** A plain regular expression as LIKE: letters between `^`, `.*` and `$`; undefined where it says more than LIKE can. */
export function likeOf(value: string, pattern: string): string | undefined {
  const text = /^'((?:[^']|'')*)'$/.exec(pattern)?.[1]
  const [, start = '', body = '', end = ''] = /^(\^?)(.*?)(\$?)$/s.exec(text ?? '\\') ?? []
  const plain = body.replaceAll('.*', '%')
  if (text === undefined || /[\\^$.[\](){}|?*+_]/.test(plain)) return undefined
  const like = `${start ? '' : '%'}${plain}${end ? '' : '%'}`.replace(/%+/g, '%')
  return `${value} LIKE '${like}'`
}
