/**
 * The widget of a bot for any web page: three elements, and commands to them. A page initially loads only this entry; the chat itself is
 * loaded when it is shown.
 */
import { BubbleElement } from './elements/bubble-element.js'
import { commands, subscribeToCommands } from './elements/commands.js'
import { PopupElement } from './elements/popup-element.js'
import { StandardElement } from './elements/standard-element.js'
import type { WidgetElement } from './elements/widget-element.js'
import type { BubbleOptions, PopupOptions, WidgetOptions } from './elements/widget-options.js'

export type { CommandTarget } from './elements/commands.js'
export type { BubbleOptions, OverlayOptions, PopupOptions, WidgetOptions } from './elements/widget-options.js'

/** Adds a chat to an element of the page; by default at the end of the page. */
export function initStandard(options: WidgetOptions & { into?: Element | string }): HTMLElement {
  const { into, ...rest } = options
  const container = typeof into === 'string' ? document.querySelector(into) : into
  return initElement('colloquy-standard', rest, container ?? undefined)
}

export const initPopup = (options: PopupOptions): HTMLElement => initElement('colloquy-popup', options)
export const initBubble = (options: BubbleOptions): HTMLElement => initElement('colloquy-bubble', options)

export const {
  open,
  close,
  toggle,
  showPreviewMessage,
  hidePreviewMessage,
  setPrefilledVariables,
  setInputValue,
  submitInput,
  sendCommand,
  reload,
  reset,
  unmount,
} = commands

const api = { initStandard, initPopup, initBubble, ...commands }
export default api

declare global {
  interface Window {
    Colloquy?: typeof api
  }
}

function initElement(tag: string, options: WidgetOptions, container: Element = document.body): HTMLElement {
  const element = document.createElement(tag) as WidgetElement
  if (options.id) element.id = options.id
  element.options = options
  container.append(element)
  return element
}

if (globalThis.customElements && !customElements.get('colloquy-standard')) {
  customElements.define('colloquy-standard', StandardElement)
  customElements.define('colloquy-popup', PopupElement)
  customElements.define('colloquy-bubble', BubbleElement)
  window.Colloquy = api
  subscribeToCommands()
}
