import type * as z from 'zod'
import type { Input } from './message.js'
import type { ReplyMessage } from './reply.js'
import type { continueChatResponseSchema, startChatResponseSchema } from './start.js'

/**
 * Server-side build of the widget: renders a chat as HTML, for the time before its script runs and for visitors whose browser runs none. It
 * uses the same views, theme and messages as the browser, so that the widget can take over from it.
 */
export interface PageRenderer {
  renderChat(model: PageModel): RenderedChat
  /** Renders a page that replaces a chat: what is wrong, and what to do. */
  renderNotice(notice: PageNotice): RenderedNotice
  /** Texts of the small page with new messages of people. */
  newsTexts(languages: readonly string[]): { language: string; empty: string; show: string }
  /** Reads the reply in a submitted form. */
  readForm(input: Input, form: SentForm, languages: readonly string[]): FormReading
  /** The language of the widget's messages for a visitor who reads these languages, as a tag. */
  languageOf(languages: readonly string[]): string
  /** A CSS color as red, green and blue from 0 to 255; undefined for other text, and for translucent colors. */
  colourOf(text: string): readonly [red: number, green: number, blue: number] | undefined
  /** CSS that changes a chat with the first theme to the second one if the device prefers dark. */
  darkStyles(light: BotTheme, dark: BotTheme): string
  /** Reply of a client without scripts to an action that the flow waits for; undefined when it waits for the visitor, or for nothing. */
  replyWithoutScripts(answer: ShownTurn): { message?: ReplyMessage } | undefined
}

/** Response of a turn. */
export type ShownTurn = z.infer<typeof continueChatResponseSchema>
type Begun = z.infer<typeof startChatResponseSchema>

type BotTheme = Begun['bot']['theme']

export interface PageModel {
  session: Pick<Begun, 'sessionId' | 'resultId' | 'bot'>
  /** The latest turns, oldest first, each with the visitor's message that it answers. */
  turns: readonly { message?: ReplyMessage; answer: ShownTurn }[]
  /** Number of turns before these, which are not rendered. */
  earlierTurns: number
  /** The last turn has not been shown yet: its actions are still pending. */
  isNew: boolean
  /** For a conversation in which people have spoken; browsers with scripts load this by themselves. */
  people?: PagePeople
  /** The page itself has inserted the author's head code. */
  hasHeadCode: boolean
  /** Allows the page's own style elements under its policy. */
  nonce: string
  /** Languages that the visitor reads, best first, as tags. */
  languages: readonly string[]
  form: {
    /** Address that the form is sent to. */
    action: string
    /** Hidden fields of the form. */
    hidden: Record<string, string>
    /** Why the last answer was rejected. */
    problem?: 'answered already' | { text: string }
    /** The text typed so far. */
    typed?: string
    /** The rating of the conversation that could not be stored. */
    unsentRating?: { rating: number; comment: string }
  }
}

/** People in a conversation, for a page without scripts. */
export interface PagePeople {
  /** Messages beside the turns, oldest first, each behind a turn. */
  messages: readonly PersonMessage[]
  /** Null while the bot speaks. */
  heldBy: { by: 'queue' | 'person' | 'elsewhere'; name: string | null } | null
  isResolved: boolean
  /** The visitor may rate the conversation. */
  mayRate: boolean
  /** Address of a small page with the messages after these, which loads itself again. */
  newsUrl: string
}

export interface PersonMessage {
  number: number
  kind: 'visitor' | 'person'
  name: string | null
  text: string | null
  attachedFileUrls?: string[]
  afterTurn: number
}

export interface PageNotice extends Pick<PageModel, 'languages'> {
  kind: NoticeKind
  /** The bot's theme; without one the page is neutral, and light or dark as the browser prefers. */
  theme?: BotTheme
  /** The author's text, which replaces the heading of the kind. */
  text?: string
}

export type NoticeKind = 'not found' | 'closed' | 'refused' | 'no cookie' | 'busy' | 'failed' | 'rejected'

export interface RenderedNotice extends RenderedChat {
  title: string
}

export interface RenderedChat {
  /** Language of the page's texts, as a tag. */
  language: string
  direction: 'ltr' | 'rtl'
  /** Contents of a shadow root; its styles are separate. */
  html: string
  /** Safe inside a style element. */
  css: string
  /** Font family that the page needs. */
  fontFamily: string
  /** Plain JSON: the state from which the widget continues. */
  record?: unknown
}

/** The fields of a form by name, and its files, which are already stored. */
export interface SentForm {
  fields: ReadonlyMap<string, readonly string[]>
  fileUrls: readonly string[]
  /** The first file that was rejected, and why. */
  refusedFile?: { name: string; reason: 'type' | 'size' | 'other'; megabytes: number }
}

export type FormReading = { kind: 'reply'; message?: ReplyMessage } | { kind: 'problem'; text: string }
