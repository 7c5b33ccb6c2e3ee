import type { Entry } from '../conversation/chat-state.js'
import type { CoreWords } from '../words/en.js'

/** The direction of a text whose first letter is of Hebrew, Arabic or another script from right to left. */
export const directionOf = (text: string): 'rtl' | undefined =>
  /^\P{L}*[\u0590-\u08ff\ufb1d-\ufeff]/u.test(text) ? 'rtl' : undefined

/** The direction of the first text of the bot; before there is one, that of the widget's own words. */
export function chatDirection(entries: readonly Entry[], words: CoreWords): 'rtl' | undefined {
  for (const entry of entries)
    if (entry.kind === 'bot' && entry.message.type === 'text' && entry.message.content.plainText)
      return directionOf(entry.message.content.plainText)
  return directionOf(words.chat)
}
