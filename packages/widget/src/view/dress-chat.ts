import type { Conversation } from '../conversation/conversation.js'
import type { Theme } from '../conversation/wire.js'
import { themeCss } from '../theme/theme-css.js'
import type { ChatOptions } from './chat-options.js'
import type { ChatSheets } from './chat-sheets.js'

/** Keeps the look of a chat as its bot wants it, also when that changes on the way. Returns what ends it. */
export function dressChat(conversation: Conversation, sheets: ChatSheets, options: ChatOptions): () => void {
  const { theme: wanted, font } = options
  let worn = ''
  const dress = () => {
    const { session, dynamicTheme } = conversation.state
    const theme = merged(session?.bot.theme ?? {}, wanted ?? {})
    const key = JSON.stringify([theme, dynamicTheme, session?.sessionId])
    if (key === worn) return
    worn = key
    sheets.theme.replaceSync(themeCss(theme, font, { normalize: normalizeColour, dynamic: dynamicTheme }))
    sheets.custom.replaceSync(theme.customCss ?? '')
    if (session)
      void import('./dress-page.js')
        .then((it) => it.dressPage(session.bot, font ?? theme.general?.font, options))
        .catch(() => {})
  }
  dress()
  return conversation.subscribe(dress)
}

let context: CanvasRenderingContext2D | null

/** The browser knows every name and form of a colour. What it does not take leaves black, and white, as they were. */
function normalizeColour(text: string): string | undefined {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return undefined
  const pen = context
  const read = (before: string) => {
    pen.fillStyle = before
    pen.fillStyle = text
    return pen.fillStyle
  }
  const seen = read('#000000')
  return seen === read('#ffffff') ? seen : undefined
}

/** A theme with the parts of another in their places. */
const merged = (theme: Theme, wanted: Theme): Theme => ({
  ...theme,
  ...wanted,
  general: { ...theme.general, ...wanted.general },
  chat: { ...theme.chat, ...wanted.chat },
})
