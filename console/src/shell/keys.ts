import { useEffect } from 'react'
import { go } from '../route/router.ts'
import { PAGE_LIST } from './pages.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Enter belongs to the link or button that has the focus. */
const isPressed = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof HTMLElement && ['A', 'BUTTON', 'SUMMARY'].includes(target.tagName)

const FOLLOW_MS = 1200

/** The keys that work on every page; letters count only where nobody types. */
export function useKeys({ onFind, onHelp }: { onFind(): void; onHelp(): void }): void {
  useEffect(() => {
    let goneAt = 0
    const press = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return onFind()
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') return onHelp()
      if (event.key === 'g') {
        goneAt = event.timeStamp
        return
      }
      const entry = event.timeStamp - goneAt < FOLLOW_MS ? PAGE_LIST.find(({ key }) => key === event.key) : undefined
      goneAt = 0
      if (entry) go(entry.path)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onFind, onHelp])
}

/** Calls `act` for one key, where nobody types. */
export function useKey(key: string, act: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      if (isPressed(event)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [key, act])
}
