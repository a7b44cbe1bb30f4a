import { useEffect, useRef } from 'react'

/** Longer ones are no formulas. */
const LONGEST = 5000
const OPTIONS = { throwOnError: true, trust: false, maxExpand: 200, maxSize: [20, 20] as [number, number] }

/** LaTeX as MathML, which the browser draws by itself; one that cannot be read stays text. */
export function Formula({ text, isBlock = false }: { text: string; isBlock?: boolean }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    let isGone = false
    if (text.length > LONGEST) return
    import('temml')
      .then(({ default: temml }) => {
        const { current } = place
        if (isGone || !current) return
        try {
          const made = document.createElement('span')
          temml.render(text, made, { ...OPTIONS, displayMode: isBlock })
          current.replaceChildren(...made.childNodes)
        } catch {
          current.textContent = text
        }
      })
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [text, isBlock])
  return (
    <code key={text} ref={place} className={isBlock ? 'formula block' : 'formula'} title={text}>
      {text}
    </code>
  )
}
