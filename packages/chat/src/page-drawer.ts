import type * as z from 'zod'
import type { Input } from './message.js'
import type { ReplyMessage } from './reply.js'
import type { continueChatResponseSchema, startChatResponseSchema } from './start.js'

/**
 * What a service asks of the widget's build: to draw a chat as HTML, for the time before its script runs and for visitors in whose
 * browser none does. The same views, theme and words as in the browser, so that the one can take over from the other.
 */
export interface PageDrawer {
  drawChat(scene: ChatScene): DrawnChat
  /** A chat that cannot begin: only this sentence, in the bot's look. */
  drawNotice(notice: PageNotice): DrawnChat
  /** The reply that a sent form means. */
  readForm(input: Input, form: SentForm, languages: readonly string[]): FormReading
  /** What a client without scripts answers to an action that the flow waits for; undefined when it waits for the visitor, or for nothing. */
  replyWithoutScripts(answer: ShownTurn): { message?: ReplyMessage } | undefined
}

/** What a turn answered. */
export type ShownTurn = z.infer<typeof continueChatResponseSchema>
type Begun = z.infer<typeof startChatResponseSchema>

export interface ChatScene {
  session: Pick<Begun, 'sessionId' | 'resultId' | 'bot'>
  /** All turns so far, oldest first, each with the visitor's message that it answers. */
  turns: readonly { message?: ReplyMessage; answer: ShownTurn }[]
  /** Its last turn has been shown to nobody yet: what it wants done is still to be done. */
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
    /** What it carries unseen. */
    hidden: Record<string, string>
    /** Why the last one was not taken. */
    problem?: 'answered already' | { text: string }
    /** What was typed then. */
    typed?: string
  }
}

export interface PageNotice extends Pick<ChatScene, 'languages'> {
  look: Pick<Begun['bot'], 'theme' | 'settings'>
  /** A sentence of the author's, or what is wrong. */
  text?: string
  problem?: 'no cookie'
}

export interface DrawnChat {
  /** Of the words in it, two letters. */
  language: string
  direction: 'ltr' | 'rtl'
  /** For a shadow root; its styles are beside it. */
  html: string
  /** Safe inside a style element. */
  css: string
  /** The family whose faces it needs. */
  fontFamily: string
  /** Plain JSON: what the widget goes on from. */
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
