/**
 * The chats of a Colloquy instance as React components. The widget is loaded from the instance in the browser; server-side rendering does
 * not need it.
 */
export { Bubble, Popup, Standard } from './components.js'
export {
  type CommandTarget,
  close,
  hidePreviewMessage,
  open,
  reset,
  sendCommand,
  setInputValue,
  setPrefilledVariables,
  showPreviewMessage,
  submitInput,
  toggle,
} from './load-widget.js'
export type { BubbleProps, PopupProps, StandardProps, WidgetProps } from './props.js'
