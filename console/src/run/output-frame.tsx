import { useEffect, useRef, useState } from 'react'
import { isDark } from '../shell/theme.ts'

const ADDRESS = document.querySelector<HTMLMetaElement>('meta[name="console-frame"]')?.content ?? '/frame'
const HIGHEST_PX = 2000

/**
 * Markup of a program, in a frame of another origin that runs none of its scripts and reaches nothing. The frame tells its height and
 * nothing else is believed.
 */
export function OutputFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(60)
  useEffect(() => {
    const send = () => frame.current?.contentWindow?.postMessage({ html, theme: isDark() ? 'dark' : 'light' }, '*')
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== 'null') return
      if (data?.ready === true) send()
      if (typeof data?.height === 'number') setHeight(Math.min(Math.max(20, data.height), HIGHEST_PX))
    }
    addEventListener('message', hear)
    send()
    return () => removeEventListener('message', hear)
  }, [html])
  return (
    <iframe
      ref={frame}
      className="output-frame"
      title={title}
      src={ADDRESS}
      sandbox="allow-scripts"
      style={{ height }}
    />
  )
}
