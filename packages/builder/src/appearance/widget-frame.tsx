import type { Theme } from '@colloquy/flow'
import { useEffect, useRef, useState } from 'react'

/** The global that `/widget.js` defines in the window of the frame. */
interface WidgetWindow {
  Colloquy?: { initStandard(options: object): HTMLElement & { chat?: Promise<{ setTheme(theme: Theme): void }> } }
}

interface WidgetFrameProps {
  title: string
  theme: Theme
  /** Creates the conversation to show, as the saved chat state that a page passes to the widget. */
  chat(theme: Theme): object
}

/** The widget that visitors see, with a static conversation: it sends no requests, and its buttons do nothing. */
export function WidgetFrame({ title, theme, chat: record }: WidgetFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef({ theme, record })
  const [chat, setChat] = useState<{ setTheme(theme: Theme): void }>()
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    latest.current = { theme, record }
    chat?.setTheme(theme)
  }, [chat, theme, record])
  useEffect(() => {
    const { contentWindow: page, contentDocument: root } = frame.current ?? {}
    const widget = (page as (Window & WidgetWindow) | null | undefined)?.Colloquy
    if (loads === 0 || !widget || !root) return
    const script = root.createElement('script')
    script.type = 'application/json'
    script.id = 'colloquy-record'
    script.textContent = JSON.stringify(latest.current.record(latest.current.theme))
    root.body.append(script)
    const element = widget.initStandard({
      into: '#chat',
      bot: 'sample',
      isPreview: true,
      sessionId: 'sample',
      isHandedOver: true,
      scripts: 'off',
    })
    let isGone = false
    element.chat?.then(
      (mounted) => {
        if (isGone) return
        mounted.setTheme(latest.current.theme)
        setChat(mounted)
      },
      () => {},
    )
    return () => {
      isGone = true
      element.remove()
    }
  }, [loads])
  return <iframe ref={frame} inert title={title} src="/preview" onLoad={() => setLoads((count) => count + 1)} />
}
