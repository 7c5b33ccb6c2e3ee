import type * as z from 'zod'
import type { Input } from './message.js'
import type { ReplyMessage } from './reply.js'
import type { continueChatResponseSchema, startChatResponseSchema } from './start.js'

/**
 * Interface of the widget's build for the service: renders a chat as HTML, for the time before its script runs and for visitors in whose
 * browser none does. The same views, theme and words as in the browser, so that the one can take over from the other.
 */
export interface PageDrawer {
  drawChat(scene: ChatScene): DrawnChat
  /** Renders a page in place of a chat: what is wrong, and what to do. */
  drawNotice(notice: PageNotice): DrawnNotice
  /** The reply that a sent form means. */
  readForm(input: Input, form: SentForm, languages: readonly string[]): FormReading
  /** The language of the widget's words for a visitor who reads these, as a tag. */
  languageOf(languages: readonly string[]): string
  /** A colour of CSS as red, green and blue from 0 to 255; undefined for other text, and for colours that can be seen through. */
  colourOf(text: string): readonly [red: number, green: number, blue: number] | undefined
  /** The rule that lets a chat in the first theme wear the second one where a device prefers dark. */
  darkStyles(light: BotTheme, dark: BotTheme): string
  /** Reply of a client without scripts to an action that the flow waits for; undefined when it waits for the visitor, or for nothing. */
  replyWithoutScripts(answer: ShownTurn): { message?: ReplyMessage } | undefined
}

/** Response of a turn. */
export type ShownTurn = z.infer<typeof continueChatResponseSchema>
type Begun = z.infer<typeof startChatResponseSchema>

type BotTheme = Begun['bot']['theme']

export interface ChatScene {
  session: Pick<Begun, 'sessionId' | 'resultId' | 'bot'>
  /** The latest turns, oldest first, each with the visitor's message that it answers. */
  turns: readonly { message?: ReplyMessage; answer: ShownTurn }[]
  /** Number of turns before these, which are not rendered. */
  earlierTurns: number
  /** Its last turn has not been shown yet: its actions are still pending. */
  isNew: boolean
  /** The page itself has put the author's head code where it belongs. */
  hasHeadCode: boolean
  /** Lets the page's own style elements pass its policy. */
  nonce: string
  /** Languages that the visitor reads, best first, as tags. */
  languages: readonly string[]
  form: {
    /** Address that it is sent to. */
    action: string
    /** Its hidden fields. */
    hidden: Record<string, string>
    /** Why the last one was not taken. */
    problem?: 'answered already' | { text: string }
    /** The text typed so far. */
    typed?: string
  }
}

export interface PageNotice extends Pick<ChatScene, 'languages'> {
  kind: NoticeKind
  /** The bot's theme; without one the page is neutral, and light or dark as the browser prefers. */
  theme?: BotTheme
  /** The author's text, which replaces the heading of the kind. */
  text?: string
}

export type NoticeKind = 'not found' | 'closed' | 'refused' | 'no cookie' | 'busy' | 'failed' | 'rejected'

export interface DrawnNotice extends DrawnChat {
  title: string
}

export interface DrawnChat {
  /** Of the words in it, as a tag. */
  language: string
  direction: 'ltr' | 'rtl'
  /** For a shadow root; its styles are beside it. */
  html: string
  /** Safe inside a style element. */
  css: string
  /** The family whose faces it needs. */
  fontFamily: string
  /** Plain JSON: the state from which the widget continues. */
  record?: unknown
}

/** The fields of a form by name, and the files that came with it, already stored. */
export interface SentForm {
  fields: ReadonlyMap<string, readonly string[]>
  fileUrls: readonly string[]
  /** The first file that was not taken, and why. */
  refusedFile?: { name: string; reason: 'type' | 'size' | 'other'; megabytes: number }
}

export type FormReading = { kind: 'reply'; message?: ReplyMessage } | { kind: 'problem'; text: string }
