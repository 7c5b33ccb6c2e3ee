'use client'
/** The same for Next.js, where components that need a browser say so. A client boundary exports by name. */
export {
  Bubble,
  type BubbleProps,
  type CommandTarget,
  close,
  hidePreviewMessage,
  open,
  Popup,
  type PopupProps,
  reset,
  Standard,
  type StandardProps,
  sendCommand,
  setInputValue,
  setPrefilledVariables,
  showPreviewMessage,
  submitInput,
  toggle,
  type WidgetProps,
} from './index.js'
