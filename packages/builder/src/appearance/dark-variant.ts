import type { Theme } from '@colloquy/flow'
import { fromHsl, hexOf, hslOf, mix, parseHex, type Rgb, readableOn } from './colours.js'
import { themeDefaults } from './theme-defaults.js'

type ReadColour = (text: string) => Rgb | undefined

/** The same theme on a dark page: fonts, shapes and the colour of the buttons stay. */
export function darkVariant(theme: Theme, read: ReadColour = parseHex): Theme {
  const { general = {}, chat = {} } = theme
  const { buttons } = themeDefaults.chat as { buttons: { backgroundColor: string; color: string } }
  const strong = read(chat.buttons?.backgroundColor ?? buttons.backgroundColor) ?? parseHex(buttons.backgroundColor)!
  const [hue, saturation] = hslOf(strong)
  const shade = (lightness: number) => hexOf(fromHsl(hue, Math.min(saturation, 0.6) * 0.45, lightness))
  const [page, host, field, line, ink] = [shade(0.08), shade(0.16), shade(0.11), shade(0.26), '#f1f2f5']
  const lined = (border: NonNullable<typeof chat.hostBubbles>['border']) =>
    border && { border: { ...border, ...(border.thickness && { color: line }) } }
  const readable = (text: string, background: string) =>
    hexOf(readableOn(read(text) ?? parseHex(ink)!, read(background) ?? parseHex(page)!))
  const isSeen = Math.max(...strong) > 90
  const button = isSeen ? hexOf(strong) : hexOf(mix(strong, parseHex(ink)!, 0.85))
  const paint = { backgroundColor: button, color: readable(chat.buttons?.color ?? buttons.color, button) }
  return {
    ...theme,
    general: {
      ...general,
      background: { type: 'Color', content: page },
      progressBar: { ...general.progressBar, color: button, backgroundColor: line },
    },
    chat: {
      ...chat,
      container: {
        ...chat.container,
        color: ink,
        backgroundColor: 'transparent',
        shadow: 'none',
        ...lined(chat.container?.border),
      },
      hostBubbles: { ...chat.hostBubbles, backgroundColor: host, color: ink, ...lined(chat.hostBubbles?.border) },
      guestBubbles: { ...chat.guestBubbles, ...paint, ...lined(chat.guestBubbles?.border) },
      buttons: { ...chat.buttons, ...paint, ...lined(chat.buttons?.border) },
      inputs: {
        ...chat.inputs,
        backgroundColor: field,
        color: ink,
        placeholderColor: hexOf(mix(parseHex(ink)!, parseHex(field)!, 0.35)),
        ...lined(chat.inputs?.border),
      },
    },
  }
}
