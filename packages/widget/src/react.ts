/** The widget's elements as React components. */
import { createElement, useEffect, useRef } from 'react'
import type { BubbleOptions, PopupOptions, WidgetOptions } from './elements/widget-options.js'
import './widget.js'

export {
  close,
  hidePreviewMessage,
  open,
  reset,
  sendCommand,
  setPrefilledVariables,
  showPreviewMessage,
  toggle,
  unmount,
} from './widget.js'

type Styled = { style?: Record<string, string | number>; className?: string }

export const Standard = component<WidgetOptions & Styled>('colloquy-standard')
export const Popup = component<PopupOptions>('colloquy-popup')
export const Bubble = component<BubbleOptions>('colloquy-bubble')

/** Properties go to the element as they change; a new bot begins a new chat. */
function component<Options extends WidgetOptions & Styled>(tag: string) {
  return function ColloquyWidget({ style, className, ...options }: Options) {
    const element = useRef<HTMLElement & { options: object }>(null)
    useEffect(() => {
      if (element.current) element.current.options = options
    })
    return createElement(tag, {
      ref: element,
      id: options.id,
      style,
      class: className,
      bot: options.bot,
      'api-host': options.apiHost,
    })
  }
}
