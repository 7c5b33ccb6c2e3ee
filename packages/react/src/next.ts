'use client'
/** The same components for Next.js, where components that need a browser have to be marked. A client boundary requires named exports. */
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
