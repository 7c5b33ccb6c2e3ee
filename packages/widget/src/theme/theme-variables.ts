import type { DynamicTheme, Theme } from '../conversation/wire.js'
import {
  black,
  type Colour,
  colourText,
  isDark,
  type NormalizeColour,
  over,
  parseColour,
  readableOn,
  readablePair,
  white,
} from './colour.js'
import { safePicture } from './safe-address.js'

type Chat = NonNullable<Theme['chat']>
type Part = NonNullable<Chat['hostBubbles']>

/** CSS variables by name, without their prefix. All values are built here from numbers, colors and checked addresses. */
export type ThemeVariables = Record<string, string>

export interface ThemeOptions {
  normalize?: NormalizeColour
  dynamic?: DynamicTheme
  /** Color behind a chat without a background. */
  behind?: string
}

/** The look of a bot as variables. A text that is unreadable on its background is changed to a readable shade. */
export function themeVariables(theme: Theme, options: ThemeOptions = {}): ThemeVariables {
  const { general = {}, chat = {} } = theme
  const read = (text: string | undefined, fallback: string): Colour =>
    parseColour(text, options.normalize) ?? (parseColour(fallback) as Colour)
  const page = background(general.background, options, read)
  const container = partOf(
    chat.container,
    { background: 'transparent', text: '#202020', roundness: chat.roundness },
    page.colour,
    read,
  )
  const surface = container.seen
  const text = readableOn(read(chat.container?.color, isDark(surface) ? '#eeeeee' : '#202020'), surface)
  const draw = (part: Part | undefined, background: string, ink: string, shadow?: Part['shadow']) =>
    partOf(part, { background, text: ink, roundness: chat.roundness, shadow }, surface, read)
  const host = draw(chat.hostBubbles, '#f7f8ff', '#202020')
  const guest = draw(chat.guestBubbles, '#ff8e21', '#ffffff')
  const button = draw(chat.buttons, '#0042da', '#ffffff')
  const field = draw(chat.inputs, '#ffffff', '#202020', 'md')
  const accent = button.fill.a === 0 ? text : { ...button.seen, a: 1 }
  const bar = general.progressBar ?? {}
  return {
    ...page.variables,
    scheme: isDark(surface) ? 'dark' : 'light',
    text: colourText(text),
    muted: colourText(readableOn({ ...text, a: 0.68 }, surface)),
    surface: colourText(surface),
    line: colourText({ ...text, a: 0.16 }),
    danger: colourText(readableOn({ r: 200, g: 30, b: 45, a: 1 }, surface)),
    focus: colourText(readableOn(accent, surface, 3)),
    accent: colourText(accent),
    'on-accent': colourText(readableOn(button.text, accent)),
    ...named('container', container),
    'container-width': length(chat.container?.maxWidth, '800px'),
    'container-height': length(chat.container?.maxHeight, '100%'),
    ...named('host', host),
    ...named('guest', guest),
    ...named('button', button),
    ...named('field', field),
    'field-placeholder': colourText(readableOn(read(chat.inputs?.placeholderColor, '#9095a0'), field.seen)),
    // A field without its own border gets a line that shows where it is (WCAG 1.4.11).
    'field-edge': chat.inputs?.border?.thickness
      ? (field.variables['border-color'] as string)
      : colourText(readableOn({ ...text, a: 0.35 }, surface, 3)),
    'bar-fill': colourText(read(bar.color, '#e0edff')),
    'bar-rest': colourText(read(bar.backgroundColor, '#f1f1f1')),
    'bar-size': pixels(bar.thickness, 4, 40),
  }
}

interface Drawn {
  text: Colour
  fill: Colour
  /** The fill as it appears on what is behind it. */
  seen: Colour
  variables: ThemeVariables
}

interface PartDefaults {
  background: string
  text: string
  roundness?: Chat['roundness']
  shadow?: NonNullable<Part['shadow']>
}

function partOf(
  part: Part | undefined,
  defaults: PartDefaults,
  behind: Colour,
  read: (text: string | undefined, fallback: string) => Colour,
): Drawn {
  const solid = read(part?.backgroundColor, defaults.background)
  const given = { ...solid, a: solid.a * share(part?.opacity) }
  const wanted = read(part?.color, defaults.text)
  // Only an opaque background can be changed.
  const pair = given.a < 1 ? undefined : readablePair(wanted, given)
  const fill = pair?.background ?? given
  const { border } = part ?? {}
  const edge = border?.color ? read(border.color, '#dfdfdf') : solid
  const seen = over(fill, behind)
  const ink = pair?.text ?? readableOn(wanted, seen)
  return {
    fill,
    seen,
    text: ink,
    variables: {
      text: colourText(ink),
      fill: colourText(fill),
      radius: radius(border ?? { roundeness: defaults.roundness }),
      'border-size': pixels(border?.thickness, 0, 40),
      'border-color': colourText({ ...edge, a: edge.a * share(border?.opacity) }),
      shadow: shadows[part?.shadow ?? defaults.shadow ?? 'none'] ?? 'none',
      blur: blurOf(part?.blur),
    },
  }
}

const named = (name: string, { variables }: Drawn): ThemeVariables =>
  Object.fromEntries(Object.entries(variables).map(([key, value]) => [`${name}-${key}`, value]))

function background(
  given: NonNullable<Theme['general']>['background'],
  { dynamic, behind }: ThemeOptions,
  read: (text: string | undefined, fallback: string) => Colour,
): { colour: Colour; variables: ThemeVariables } {
  const { type = 'Color', content } = given ?? {}
  const address = type === 'Image' ? safePicture(dynamic?.backgroundUrl ?? content) : undefined
  const around = over(read(behind, '#ffffff'), white)
  const colour = type === 'Color' ? over(read(dynamic?.backgroundUrl ?? content, '#ffffff'), around) : around
  return {
    colour,
    variables: {
      background: type === 'None' ? 'transparent' : colourText(colour),
      'background-image': address ? `url("${cssAddress(address)}")` : 'none',
    },
  }
}

/** Safe inside double quotes of a `url()`. */
const cssAddress = (address: string): string => address.replace(/["\\\n\r\f]/g, encodeURIComponent)

function radius(border: { roundeness?: string; customRoundeness?: number }): string {
  if (border.roundeness === 'custom') return pixels(border.customRoundeness, 6, 200)
  return { none: '0px', large: '20px' }[border.roundeness ?? ''] ?? '6px'
}

const upTo = (max: number, value: number | undefined, fallback: number): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(0, value as number)) : fallback

const share = (value: number | undefined) => upTo(1, value, 1)

const pixels = (value: number | undefined, fallback: number, max: number): string => `${upTo(max, value, fallback)}px`

/** `none` if there is nothing to blur: even a filter of zero pixels makes browsers render the part on a separate layer. */
const blurOf = (value = 0): string => (value > 0 ? `blur(${pixels(value, 0, 100)})` : 'none')

/** One CSS length, such as `640px` or `90%`; a bare number counts pixels. */
function length(text: string | undefined, fallback: string): string {
  const found = /^(\d{1,5}(?:\.\d{1,3})?) ?(px|%|r?em|ch|vw|[dsl]?vh)?$/i.exec(text?.trim() ?? '')
  return found ? `${found[1]}${found[2] ?? 'px'}` : fallback
}

const shade = colourText({ ...black, a: 0.09 })
const shadows: Record<string, string> = {
  none: 'none',
  sm: `0 1px 2px ${shade}`,
  md: `0 1px 2px ${shade}, 0 4px 12px ${shade}`,
  lg: `0 2px 4px ${shade}, 0 10px 24px ${shade}`,
  xl: `0 4px 8px ${shade}, 0 18px 40px ${shade}`,
  '2xl': `0 8px 16px ${shade}, 0 28px 64px ${shade}`,
}

/** The names of the font, safe to write into CSS; missing families fall back to the system's own. */
export function fontFamily(font: NonNullable<Theme['general']>['font'] | undefined): string {
  const family = typeof font === 'string' ? font : font?.family
  const name = family?.replace(/[^\p{L}\p{N} _-]/gu, '').trim()
  return `${name ? `"${name}", ` : '"Open Sans", '}system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`
}
