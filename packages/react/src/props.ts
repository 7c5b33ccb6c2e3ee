import type { CSSProperties } from 'react'

/** What all components take. A new `bot` or `apiHost` begins a new chat; other properties apply as they change. */
export interface WidgetProps {
  /** Public id of the bot, or its id for a preview. */
  bot: string
  /** Address of the Colloquy instance, such as `https://bots.example.com`. */
  apiHost: string
  /** Names this widget among several, for commands. */
  id?: string
  isPreview?: boolean
  startFrom?: { type: 'group'; groupId: string } | { type: 'event'; eventId: string }
  /** The session of a preview; such a chat is not kept through a reload. */
  sessionId?: string
  resultId?: string
  /** Values of variables at the start, by name. */
  prefilledVariables?: Record<string, unknown>
  /** Sent with each request to the instance. */
  headers?: Record<string, string>
  /** Parts of the bot's theme that this page overrides. */
  theme?: { general?: object; chat?: object; customCss?: string }
  font?: string
  /** Language of the widget's own words, as a tag; else that of the page or the browser. */
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
  /** Of the element around the chat. */
  style?: CSSProperties
  className?: string
}

interface OverlayProps extends WidgetProps {
  /** Whether the window is open, controlled from outside. */
  isOpen?: boolean
  /** Open from the start. */
  defaultOpen?: boolean
  /** Opens by itself after so many milliseconds. */
  autoShowDelay?: number
  onOpen?(): void
  onClose?(): void
}

export interface PopupProps extends OverlayProps {
  /** Width of the window, such as `480px`. */
  width?: string
}

export interface BubbleProps extends OverlayProps {
  /** Shown beside the launcher. */
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
    backgroundColor?: string
    iconColor?: string
    iconUrl?: string
    closeIconUrl?: string
    size?: 'medium' | 'large'
  }
  onPreviewMessageClick?(): void
  onPreviewMessageDismissed?(): void
}
