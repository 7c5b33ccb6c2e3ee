import { isObject, type Json } from '../json.js'

/** Adds the theme defaults of version 6.1 that differ from those of 6 to a theme that does not set them. */
export const themeToSix = (raw: unknown): Json => {
  const theme = child(raw)
  const general = child(theme.general)
  const chat = child(theme.chat)
  const background = child(general.background)
  if (background.type === undefined || background.type === 'Color') {
    general.background = { type: 'Color', content: '#F8F8F8', ...background }
  }
  general.progressBar = { color: '#ff5924', backgroundColor: '#8d8d8d', ...child(general.progressBar) }
  const radius = { roundeness: chat.roundness ?? 'medium' }
  const bordered = (part: Json, color?: string): Json => ({
    thickness: 1,
    ...(color !== undefined && { color }),
    ...(isObject(part.border) ? part.border : radius),
  })
  const host = child(chat.hostBubbles)
  chat.hostBubbles = { backgroundColor: '#ffffff', ...host, border: bordered(host) }
  const guest = child(chat.guestBubbles)
  chat.guestBubbles = { backgroundColor: '#ff5924', ...guest, border: bordered(guest) }
  const buttons = child(chat.buttons)
  // A border uses the part's own background if it has one, so a background set here must not affect it.
  const buttonBorder = bordered(buttons, buttons.backgroundColor === undefined ? '#f98868' : undefined)
  chat.buttons = { backgroundColor: '#ff5924', ...buttons, border: buttonBorder }
  const inputs = child(chat.inputs)
  chat.inputs = { shadow: 'none', ...inputs, border: bordered(inputs, '#cecece') }
  return { ...theme, general, chat }
}

const child = (value: unknown): Json => (isObject(value) ? { ...value } : {})
