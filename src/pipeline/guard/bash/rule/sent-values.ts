import type { Invocation, Value } from '../read/bash-program.ts'
import { operandsOf, valuesOf } from './options.ts'

export const SENDERS =
  'curl wget nc ncat netcat socat telnet scp rsync sftp ftp tftp mail mutt sendmail ssh http aws gsutil rclone'

const CURL_DATA = ['-d', '--data', '--data-binary', '--data-raw', '--data-urlencode', '--data-ascii', '-F', '--form']

/** The files that a command sends to another host; undefined when it sends nothing. */
export function sentValues(invocation: Invocation): Value[] | undefined {
  const input = invocation.redirects.filter(
    ({ operator, target }) => operator === '<' && !target.text.startsWith('/dev/null'),
  )
  return isLoggedIn(invocation) && !isOutbound(invocation)
    ? undefined
    : [...byOptions(invocation), ...input.map(({ target }) => target)]
}

/** Whether the command needs an account on the other host. */
export const isLoggedIn = ({ name }: Invocation): boolean =>
  ['scp', 'rsync', 'sftp', 'aws', 'gsutil', 'rclone'].includes(name ?? '')

/** These commands send when the last operand is remote; otherwise they fetch. */
function isOutbound(invocation: Invocation): boolean {
  const last = operandsOf(invocation).at(-1)?.text ?? ''
  return invocation.name === 'sftp' || /^(?:s3|gs):|[\w}]:/.test(last)
}

function byOptions(invocation: Invocation): Value[] {
  const { name } = invocation
  if (name === 'curl') {
    const files = valuesOf(invocation, ...CURL_DATA).flatMap((value) => {
      const [, path] = /(?:^|=)[@<]([^;]{1,500})/.exec(value.text) ?? []
      return path === undefined ? [] : [{ ...value, text: path }]
    })
    return [...files, ...valuesOf(invocation, '-T', '--upload-file')]
  }
  if (name === 'wget') return valuesOf(invocation, '--post-file', '--body-file')
  if (isLoggedIn(invocation)) return operandsOf(invocation).slice(0, -1)
  return name === 'mail' || name === 'mutt' ? valuesOf(invocation, '-a', '-A') : []
}
