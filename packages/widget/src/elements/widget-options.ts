import type { ChatOptions } from '../view/chat-options.js'

/** What a page may say about a widget. Functions and objects are given as properties; texts and numbers also as attributes. */
export interface WidgetOptions extends Omit<ChatOptions, 'host' | 'events'> {
  /** Names this widget among several, for commands. */
  id?: string
  /** Address of the service; the place that this script came from where none is given. */
  apiHost?: string
  /** CSS properties of the chat in the page, or of the window of a popup or bubble, such as `{ height: '80vh' }`. */
  inlineStyle?: Record<string, string | number>
  onInit?(): void
  onNewInputBlock?(input: { id: string; type: string }): void
  onAnswer?(answer: { message: string; blockId: string }): void
  onEnd?(): void
  onNewLogs?(logs: { status?: string; description: string; details?: string }[]): void
  onChatStatePersisted?(): void
  onScriptExecutionSuccess?(message: string): void
}

export interface OverlayOptions extends WidgetOptions {
  /** Says from outside whether it is open. */
  isOpen?: boolean
  /** Open from the start. */
  defaultOpen?: boolean
  /** Opens by itself after so many milliseconds. */
  autoShowDelay?: number
  onOpen?(): void
  onClose?(): void
}

export interface PopupOptions extends OverlayOptions {
  /** Width of the window, such as `480px`. */
  width?: string
}

export interface BubbleOptions extends OverlayOptions {
  previewMessage?: {
    message: string
    avatarUrl?: string
    /** Shows it by itself after so many milliseconds. */
    autoShowDelay?: number
    backgroundColor?: string
    textColor?: string
    closeButtonBackgroundColor?: string
    closeButtonIconColor?: string
  }
  launcher?: {
    placement?: 'left' | 'right'
    /** Unless given, the theme's colour of buttons, once the chat has been loaded. */
    backgroundColor?: string
    iconColor?: string
    /** Address of a picture in place of the speech bubble. */
    iconUrl?: string
    /** Address of a picture in place of the arrow that closes the window. */
    closeIconUrl?: string
    size?: 'medium' | 'large'
  }
  onPreviewMessageClick?(): void
  onPreviewMessageDismissed?(): void
}

/** The attributes of an element as options: `result-id` is `resultId`, an empty one is true, objects are JSON. */
export function optionsFromAttributes(element: Element): Partial<BubbleOptions & PopupOptions> {
  const options: Record<string, unknown> = {}
  for (const { name, value } of element.attributes) {
    const key = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
    options[key] = value === '' || (/^([{[]|true$|false$)/.test(value) && key !== 'bot') ? parsed(value, name) : value
  }
  return options
}

function parsed(value: string, name: string): unknown {
  try {
    return JSON.parse(value || 'true')
  } catch {
    console.error(`Colloquy: the attribute ${name} is not JSON: ${value}`)
  }
}
