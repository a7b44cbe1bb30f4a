import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { go } from './router.ts'

/** A link inside of the console: an ordinary one for the browser, without loading the page again. */
export function Link({ href = '/', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(href)
  }
  return <a {...rest} href={href} onClick={follow} />
}
