import type { CSSProperties } from 'react'

/** Props of all components. A new `bot` or `apiHost` starts a new chat; other props apply as they change. */
export interface WidgetProps {
  /** Public id of the bot, or its id for a preview. */
  bot: string
  /** Address of the Colloquy instance, such as `https://bots.example.com`. */
  apiHost: string
  /** Id of this widget, for commands to one of several. */
  id?: string
  isPreview?: boolean
  startFrom?: { type: 'group'; groupId: string } | { type: 'event'; eventId: string }
  /** Session of a preview; the chat is not restored after a reload. */
  sessionId?: string
  resultId?: string
  /** Initial values of variables, by name. */
  prefilledVariables?: Record<string, unknown>
  /** The visitor as the page knows them, with the hash that its server computes. */
  contact?: { id: string; hash: string }
  /** Sent with each request to the instance. */
  headers?: Record<string, string>
  /** Parts of the bot's theme that this page overrides. */
  theme?: { general?: object; chat?: object; customCss?: string }
  font?: string
  /** Language tag for the widget's own texts; by default that of the page or the browser. */
  lang?: string
  /** CSS properties of the chat in the page, or of the window of a popup or bubble. */
  inlineStyle?: Record<string, string | number>
  /** Element that shows the progress bar instead of the chat. */
  progressBarRef?: { current: HTMLElement | null } | HTMLElement
  onInit?(): void
  onNewInputBlock?(input: { id: string; type: string }): void
  onAnswer?(answer: { message: string; blockId: string }): void
  onEnd?(): void
  onNewLogs?(logs: { status?: string; description: string; details?: string }[]): void
  onChatStatePersisted?(): void
  onScriptExecutionSuccess?(message: string): void
}

export interface StandardProps extends WidgetProps {
  /** Style of the element around the chat. */
  style?: CSSProperties
  className?: string
}

interface OverlayProps extends WidgetProps {
  /** Controls from outside whether the window is open. */
  isOpen?: boolean
  /** Opens the window initially. */
  defaultOpen?: boolean
  /** Opens automatically after this many milliseconds. */
  autoShowDelay?: number
  onOpen?(): void
  onClose?(): void
}

export interface PopupProps extends OverlayProps {
  /** Width of the window, such as `480px`. */
  width?: string
}

export interface BubbleProps extends OverlayProps {
  /** Message shown beside the launcher. */
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
    backgroundColor?: string
    iconColor?: string
    iconUrl?: string
    closeIconUrl?: string
    size?: 'medium' | 'large'
  }
  onPreviewMessageClick?(): void
  onPreviewMessageDismissed?(): void
}
