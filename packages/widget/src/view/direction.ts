import type { Entry } from '../conversation/chat-state.js'
import type { CoreTexts } from '../texts/en.js'

/** The direction of a text, by its first letter: right to left for Hebrew, Arabic and similar scripts. */
export const directionOf = (text: string): 'rtl' | undefined =>
  /^\P{L}*[\u0590-\u08ff\ufb1d-\ufeff]/u.test(text) ? 'rtl' : undefined

/** The direction of the bot's first text; before that, of the widget's own texts. */
export function chatDirection(entries: readonly Entry[], texts: CoreTexts): 'rtl' | undefined {
  for (const entry of entries)
    if (entry.kind === 'bot' && entry.message.type === 'text' && entry.message.content.plainText)
      return directionOf(entry.message.content.plainText)
  return directionOf(texts.chat)
}
