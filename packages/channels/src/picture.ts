import type { SentMedia, TextMarks } from './capabilities.js'

/** One message as an app shows it, in the order from top to bottom. Read from the payload that is sent, so that both agree. */
export interface Picture {
  readonly media?: PictureMedia
  /** The text, or what stands below the media. */
  readonly text?: readonly TextSpan[]
  /** True if the app shows the page behind the first link. */
  readonly showsLink?: true
  readonly buttons?: PictureButtons
  readonly list?: PictureList
  /** True if a part of the payload is unknown here, and missing above. */
  readonly isPartial?: true
}

export interface PictureMedia {
  readonly kind: SentMedia
  readonly url: string
  readonly fileName?: string
}

/** A part of a text that is shown in one style. */
export interface TextSpan {
  readonly text: string
  readonly styles?: readonly TextStyle[]
}

export type TextStyle = keyof TextMarks

export interface PictureButtons {
  /** `rows` belong to the message; `chips` are beside it until one is pressed, and phones only show them. */
  readonly shape: 'rows' | 'chips'
  readonly of: readonly PictureChoice[]
}

/** A button with which a list of choices is opened. */
export interface PictureList {
  readonly button: string
  readonly sections: readonly { readonly title?: string; readonly rows: readonly PictureChoice[] }[]
}

export interface PictureChoice {
  /** Returned by the app when it is chosen. */
  readonly id: string
  readonly title: string
  readonly description?: string
}

/** A text without styles; absent if it is empty. */
export const plainSpans = (text: string): { text?: readonly TextSpan[] } => (text === '' ? {} : { text: [{ text }] })

/** Parts of a text in styles that change at these positions, which are in UTF-16 units. */
export function spansAt(text: string, changes: readonly StyleChange[]): TextSpan[] {
  const spans: TextSpan[] = []
  const active = new Set<TextStyle>()
  let begun = 0
  const end = (at: number) => {
    if (at > begun) spans.push({ text: text.slice(begun, at), ...(active.size > 0 && { styles: [...active] }) })
    begun = at
  }
  for (const { at, style, isBegin } of changes.toSorted((one, other) => one.at - other.at)) {
    end(at)
    if (isBegin) active.add(style)
    else active.delete(style)
  }
  end(text.length)
  return spans
}

export interface StyleChange {
  readonly at: number
  readonly style: TextStyle
  readonly isBegin: boolean
}
