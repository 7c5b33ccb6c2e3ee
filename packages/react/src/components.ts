import { createElement, type ReactElement, type RefObject, useEffect, useRef } from 'react'
import { type Kind, loadWidget, type WidgetElement } from './load-widget.js'
import type { BubbleProps, PopupProps, StandardProps, WidgetProps } from './props.js'

/** A chat in the page, as large as its element. */
export function Standard({ style, className, ...options }: StandardProps): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  useWidget('Standard', options, container)
  return createElement('div', { ref: container, style, className })
}

/** A chat in a window over the page. */
export function Popup(options: PopupProps): null {
  useWidget('Popup', options)
  return null
}

/** A round button in the corner of the page that opens a chat. */
export function Bubble(options: BubbleProps): null {
  useWidget('Bubble', options)
  return null
}

/** Creates the element of the widget while the component is mounted, and passes on properties as they change. */
function useWidget(kind: Kind, options: WidgetProps, container?: RefObject<HTMLElement | null>): void {
  const element = useRef<WidgetElement>(undefined)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
    if (element.current) element.current.options = options
  })
  const { apiHost } = options
  useEffect(() => {
    let isMounted = true
    loadWidget(apiHost)
      .then((widget) => {
        if (!isMounted) return
        element.current = widget[`init${kind}`]({ ...latest.current, into: container?.current })
      })
      .catch((error) => console.error(`Colloquy: the widget of ${apiHost} could not be loaded.`, error))
    return () => {
      isMounted = false
      element.current?.remove()
      element.current = undefined
    }
  }, [kind, apiHost, container])
}
