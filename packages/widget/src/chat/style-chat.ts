import type { Conversation } from '../conversation/conversation.js'
import type { Theme } from '../conversation/wire.js'
import { themeCss } from '../theme/theme-css.js'
import type { ChatOptions } from '../view/chat-options.js'
import type { ChatSheets } from '../view/chat-sheets.js'

/** Applies the look of a chat as its bot defines it, including later changes. Returns a function that stops this. */
export function styleChat(conversation: Conversation, sheets: ChatSheets, options: ChatOptions): () => void {
  const { theme: wanted, font } = options
  let worn = ''
  const applyStyles = () => {
    const { session, dynamicTheme } = conversation.state
    const theme = merged(session?.bot.theme ?? {}, wanted ?? {})
    const key = JSON.stringify([theme, dynamicTheme, session?.sessionId])
    if (key === worn) return
    worn = key
    sheets.theme.replaceSync(themeCss(theme, font, { normalize: normalizeColour, dynamic: dynamicTheme }))
    sheets.custom.replaceSync(theme.customCss ?? '')
    if (session)
      void import('./soon.js')
        .then((it) => it.stylePage(session.bot, font ?? theme.general?.font, options))
        .catch(() => {})
  }
  applyStyles()
  return conversation.subscribe(applyStyles)
}

let context: CanvasRenderingContext2D | null

/** The browser knows every name and form of a color. A color that it does not accept leaves black, and white, unchanged. */
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

/** Merges the parts of another theme into a theme. */
const merged = (theme: Theme, wanted: Theme): Theme => ({
  ...theme,
  ...wanted,
  general: { ...theme.general, ...wanted.general },
  chat: { ...theme.chat, ...wanted.chat },
})
