import type { Theme } from '@colloquy/flow'
import { hexOf, mix, parseHex, type Rgb, readableOn } from './colours.js'
import { gradient } from './gradient.js'

/** A finished theme of the gallery. */
export interface ReadyTheme {
  name: string
  isDark: boolean
  theme: Theme
}

type Part = NonNullable<NonNullable<Theme['chat']>['hostBubbles']>
type Corners = 'none' | 'medium' | 'large' | number

export interface ThemeChoices {
  /** The page behind the chat: a colour, or the two ends of a gradient. */
  page: string | readonly [string, string]
  /** Text on the page, in messages of the bot and in fields. */
  ink: string
  host: string
  /** Buttons, and messages of the visitor unless `guest` is given. */
  strong: string
  onStrong?: string
  guest?: readonly [background: string, text: string]
  field?: string
  font: string
  corners: Corners
  buttonCorners?: Corners
  /** A line around messages of the bot, fields and the panel of the chat. */
  line?: string
  shadow?: NonNullable<Part['shadow']>
  /** The chat stands on a panel of this colour. */
  panel?: string
  layout?: 'wrap' | 'vertical'
}

/** A complete theme from a few decisions. */
export function composeTheme(name: string, look: ThemeChoices): ReadyTheme {
  const { page, ink, host, strong, onStrong = '#ffffff', guest = [strong, onStrong], font, corners, line, panel } = look
  const ground = panel ?? (typeof page === 'string' ? page : page[0])
  const field = look.field ?? '#ffffff'
  const placeholder = hexOf(readableOn(mix(hex(ink), hex(field), 0.35), hex(field)))
  const edge = line ? { thickness: 1, color: line } : {}
  const buttonCorners = look.buttonCorners ?? corners
  return {
    name,
    isDark: isDark(ground),
    theme: {
      general: {
        font,
        background:
          typeof page === 'string' ? { type: 'Color', content: page } : { type: 'Image', content: gradient(...page) },
        progressBar: { color: strong, backgroundColor: hexOf(mix(hex(ground), hex(ink), 0.14)) },
      },
      chat: {
        container: {
          color: ink,
          ...(panel
            ? { backgroundColor: panel, maxWidth: '680px', shadow: 'xl', border: cornersOf('none') }
            : typeof page !== 'string' && { backgroundColor: 'transparent' }),
        },
        hostBubbles: {
          backgroundColor: host,
          color: ink,
          shadow: look.shadow ?? 'none',
          border: { ...cornersOf(corners), ...edge },
        },
        guestBubbles: { backgroundColor: guest[0], color: guest[1], border: cornersOf(corners) },
        buttons: { backgroundColor: strong, color: onStrong, border: cornersOf(buttonCorners) },
        inputs: {
          backgroundColor: field,
          color: ink,
          placeholderColor: placeholder,
          shadow: look.shadow ?? 'none',
          border: { ...cornersOf(corners), ...edge },
        },
        buttonsInput: { layout: look.layout ?? 'wrap' },
      },
    },
  }
}

export const cornersOf = (corners: Corners) =>
  typeof corners === 'number'
    ? ({ roundeness: 'custom', customRoundeness: corners } as const)
    : ({ roundeness: corners } as const)

const hex = (text: string): Rgb => parseHex(text)!
const isDark = (text: string) => hex(text).reduce((sum, channel) => sum + channel) < 300
