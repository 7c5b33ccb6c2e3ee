/** The abilities of a channel, and its limits. Rendering, limitations in the builder and the table in the docs derive from it. */
export interface Capabilities {
  /** Longest text of a message; longer texts are split. */
  readonly text: TextLimit
  /** The marks around formatted text; null if texts are shown as they are. */
  readonly formatting: TextMarks | null
  /** Buttons below a text. Without them, choices are numbered in the text. */
  readonly buttons?: ButtonLimits
  /** Lists that a button opens, for more choices than one message has buttons. Shown only if a bot asks for it. */
  readonly list?: ListLimits | undefined
  /** Kinds of files that it plays or shows. Other files are sent as links. */
  readonly media: Readonly<Partial<Record<SentMedia, MediaLimits>>>
  /** True if it shows that the bot is typing. */
  readonly showsTyping: boolean
  /** True if a sent message can be edited, so that a text grows while it is generated. */
  readonly editsMessages: boolean
  /** Hours after a contact's last message in which the bot may write; absent if it may at any time. */
  readonly replyWindowHours?: number
  /** The same for people who answer in place of the bot, where they may for longer. */
  readonly personReplyWindowHours?: number
  /** The side that may write first: `anybody` includes the bot, if need be with an approved template. */
  readonly opensWith: 'contact' | 'anybody'
  /** True if contacts write from a phone number, which flows can read. */
  readonly hasNumbers?: true
  /** True if its rules forbid assistants that serve no particular purpose. */
  readonly forbidsGeneralAssistants?: true
  /** Messages that one account may send, according to the documentation of the channel. */
  readonly rates: { readonly perSecond?: number; readonly perContactAndMinute?: number }
}

/** `characters` are UTF-16 units, as most apps count; `bytes` are those of UTF-8. */
export interface TextLimit {
  readonly max: number
  readonly unit: 'characters' | 'bytes'
}

export interface TextMarks {
  readonly bold: string
  readonly italic: string
  readonly strikethrough: string
  readonly code: string
}

export interface ButtonLimits {
  /** Buttons of one message. */
  readonly max: number
  readonly title: TextLimit
  /** The text above them. */
  readonly text: TextLimit
  /** The id that a pressed button returns; absent if every id of a flow fits. */
  readonly id?: TextLimit
  /** True if an image can stand above the text. */
  readonly hasImage: boolean
}

export interface ListLimits {
  /** Rows of one list. */
  readonly max: number
  /** The button that opens it. */
  readonly button: TextLimit
  readonly title: TextLimit
  /** The text below a title. */
  readonly description: TextLimit
  /** The text above the button. */
  readonly text: TextLimit
  /** The id that a chosen row returns. */
  readonly id: TextLimit
}

export type SentMedia = 'image' | 'video' | 'audio' | 'document'

export interface MediaLimits {
  readonly maxBytes: number
  /** Extensions that it does not show, in lower case. */
  readonly except?: readonly string[]
}
