import type { ChatOptions } from '../view/chat-options.js'

/** Options of a widget. Functions and objects are given as properties; texts and numbers also as attributes. */
export interface WidgetOptions extends Omit<ChatOptions, 'host' | 'events'> {
  /** Id of this widget, for commands to one of several. */
  id?: string
  /** Address of the service; by default the address that this script was loaded from. */
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
  /** Controls from outside whether it is open. */
  isOpen?: boolean
  /** Opens it initially. */
  defaultOpen?: boolean
  /** Opens automatically after this many milliseconds. */
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
    /** Shows the message automatically after this many milliseconds. */
    autoShowDelay?: number
    backgroundColor?: string
    textColor?: string
    closeButtonBackgroundColor?: string
    closeButtonIconColor?: string
  }
  launcher?: {
    placement?: 'left' | 'right'
    /** By default the theme's button color, once the chat has been loaded. */
    backgroundColor?: string
    iconColor?: string
    /** Address of an image that replaces the speech bubble. */
    iconUrl?: string
    /** Address of an image that replaces the arrow that closes the window. */
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
