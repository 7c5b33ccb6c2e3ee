import { contrastOf, fromOklch, type Oklch, oklchOf, type Rgb } from './oklch.js'
import type { Theme } from './theme.js'

/** Reads a CSS color; undefined for other text and for translucent colors. */
export type ReadColour = (text: string) => Rgb | undefined

type Chat = NonNullable<Theme['chat']>
type Part = NonNullable<Chat['inputs']>

/** The text contrast that WCAG 2 requires. */
const minContrast = 4.5

/** Default colors of the widget. */
const defaults = {
  page: '#ffffff',
  text: '#202020',
  hostBubbles: ['#f7f8ff', '#202020'],
  guestBubbles: ['#ff8e21', '#ffffff'],
  buttons: ['#0042da', '#ffffff'],
  inputs: ['#ffffff', '#202020'],
  bar: ['#e0edff', '#f1f1f1'],
} as const

/**
 * The dark variant of a theme, as a theme: every color keeps its hue, and its lightness in OKLCH is mapped by its role. Pages, messages and
 * fields become dark, with the raised ones lighter; buttons and other accents keep their color as long as they remain visible; texts become
 * light, or move until their contrast is at least 4.5. Colors of `theme.dark` take precedence over derived ones. A theme that is already
 * dark stays unchanged, and so does text on images and on pages of other sites.
 */
export function darkTheme(theme: Theme, read: ReadColour = readHex): Theme {
  const { dark, ...light } = theme
  return withColours(isDarkTheme(light, read) ? light : derived(light, read), dark ?? {})
}

/** The theme that all visitors get whatever their device prefers: the light one, or the dark variant if it always applies. */
export function themeForAll({ dark, ...light }: Theme, read?: ReadColour): Theme {
  return dark?.mode === 'always' ? darkTheme({ ...light, dark }, read) : light
}

function derived(theme: Theme, read: ReadColour): Theme {
  const { general = {}, chat = {} } = theme
  const { background = {}, progressBar } = general
  const { type = 'Color', content } = background
  const known = (text: string | undefined, fallback: string): Oklch => oklchOf((text && read(text)) || hex(fallback))
  const lightPage = known(type === 'Color' ? content : undefined, defaults.page)
  const page = surface(lightPage, 0.19)
  const stops = type === 'Image' ? gradientStops(content) : []
  const pageContent =
    type === 'Color' ? textOf(page) : stops.length > 0 ? darkGradient(content ?? '') : background.content
  const panel = chat.container?.backgroundColor
  const hasPanel = panel !== undefined && panel !== 'transparent' && chat.container?.opacity !== 0
  const behind = stops[0] ? surface(oklchOf(hex(stops[0])), 0.2) : page
  // White and gray take the hue of the page.
  const raise = (colour: Oklch, lightness: number) =>
    colour.chroma < 0.012 ? { ...behind, lightness } : surface(colour, lightness)
  const ground = hasPanel ? raise(known(panel, defaults.page), 0.22) : behind
  // The background of the chat is unknown, so its text stays unchanged.
  const isOpen = !hasPanel && (type === 'None' || (type === 'Image' && stops.length === 0))
  const lined = (border: Part['border']) =>
    border?.thickness ? { border: { ...border, color: textOf(line(known(border.color, '#dfdfdf'))) } } : {}
  /** A part that contains text: a light surface, or an accent. */
  const paint = (name: 'hostBubbles' | 'guestBubbles' | 'buttons' | 'inputs', raised: number) => {
    const part = chat[name]
    const [fill, ink] = defaults[name]
    const isClear = part?.backgroundColor === 'transparent' || part?.opacity === 0
    const before = known(part?.backgroundColor, fill)
    const isSame = textOf(before) === textOf(lightPage) && type === 'Color'
    const back = isClear || isSame ? ground : isTint(before) ? raise(before, raised) : accent(before, ground)
    // Text without a background is matched to what is behind it, which may be unknown.
    const text = isClear && isOpen ? undefined : readable(inkOf(known(part?.color, ink), back), back)
    return {
      part: {
        ...part,
        ...(!isClear && { backgroundColor: textOf(back) }),
        ...(text && { color: textOf(text) }),
        ...lined(part?.border),
      },
      back,
    }
  }
  const field = paint('inputs', 0.24)
  const placeholder = { ...known(chat.inputs?.placeholderColor, '#9095a0'), lightness: 0.7 }
  return {
    ...theme,
    general: {
      ...general,
      background: type === 'None' ? background : { type, content: pageContent },
      progressBar: {
        ...progressBar,
        color: textOf(accent(known(progressBar?.color ?? chat.buttons?.backgroundColor, defaults.buttons[0]), ground)),
        backgroundColor: textOf(surface(known(progressBar?.backgroundColor, defaults.bar[1]), 0.32)),
      },
    },
    chat: {
      ...chat,
      container: {
        ...chat.container,
        ...(hasPanel && { backgroundColor: textOf(ground) }),
        ...(!isOpen && { color: textOf(readable(inkOf(known(chat.container?.color, defaults.text), ground), ground)) }),
        ...lined(chat.container?.border),
      },
      hostBubbles: paint('hostBubbles', 0.28).part,
      guestBubbles: paint('guestBubbles', 0.36).part,
      buttons: paint('buttons', 0.36).part,
      inputs: { ...field.part, placeholderColor: textOf(readable(placeholder, field.back)) },
    },
  }
}

/** True if a theme is dark even without its dark variant. */
export function isDarkTheme({ general, chat }: Theme, read: ReadColour = readHex): boolean {
  const { type = 'Color', content = '' } = general?.background ?? {}
  const panel = chat?.container?.backgroundColor
  const found = (panel && read(panel)) || (type === 'Color' ? read(content) : gradientStops(content).map(hex)[0])
  return found !== undefined && oklchOf(found).lightness < 0.5
}

/** True for a color that is pale enough as a background of dark text, and not an accent. */
const isTint = ({ lightness, chroma }: Oklch) => lightness > 0.8 && chroma < 0.1

const surface = ({ chroma, hue }: Oklch, lightness: number): Oklch => ({
  lightness,
  chroma: Math.min(chroma * 1.4, 0.045),
  hue,
})

/** An accent keeps its color; one too close to the background gets the mirrored lightness. */
function accent(colour: Oklch, ground: Oklch): Oklch {
  const back = fromOklch(ground)
  if (contrastOf(fromOklch(colour), back) >= 3) return colour
  if (colour.chroma < 0.04) return { ...colour, lightness: Math.max(0.86, 1 - colour.lightness) }
  for (let lightness = colour.lightness; lightness < 0.9; lightness += 0.01)
    if (contrastOf(fromOklch({ ...colour, lightness }), back) >= 3) return { ...colour, lightness }
  return { ...colour, lightness: 0.9 }
}

/** Strong lines stay strong, faint ones faint. */
const line = ({ lightness, chroma, hue }: Oklch): Oklch => ({
  lightness: 0.32 + (1 - lightness) * 0.55,
  chroma: Math.min(chroma, 0.05),
  hue,
})

/** Returns the text color unchanged if it is readable, else a light or dark color of the same hue. */
function inkOf(ink: Oklch, back: Oklch): Oklch {
  if (contrastOf(fromOklch(ink), fromOklch(back)) >= minContrast) return ink
  return { lightness: back.lightness < 0.6 ? 0.94 : 0.22, chroma: Math.min(ink.chroma, 0.02), hue: ink.hue }
}

/** The nearest lightness at which a color is readable on another. */
function readable(ink: Oklch, back: Oklch): Oklch {
  const behind = fromOklch(back)
  const isRead = (lightness: number) => contrastOf(fromOklch({ ...ink, lightness }), behind) >= minContrast
  if (isRead(ink.lightness)) return ink
  for (let step = 0.01; step <= 1; step += 0.01) {
    if (ink.lightness + step <= 1 && isRead(ink.lightness + step)) return { ...ink, lightness: ink.lightness + step }
    if (ink.lightness - step >= 0 && isRead(ink.lightness - step)) return { ...ink, lightness: ink.lightness - step }
  }
  return { lightness: contrastOf([255, 255, 255], behind) >= minContrast ? 1 : 0, chroma: 0, hue: 0 }
}

/** A gradient made in the builder: an image that consists of two colors. */
const stopPattern = /stop-color%3D%22%23([0-9a-f]{6})/gi

const gradientStops = (content = ''): string[] =>
  content.startsWith('data:image/svg+xml,') && content.length <= 2000
    ? [...content.matchAll(stopPattern)].map(([, digits]) => `#${digits}`)
    : []

const darkGradient = (content: string): string =>
  content.replace(stopPattern, (found, digits: string) => {
    const [stop, other] = [oklchOf(hex(`#${digits}`)), found.slice(0, -6)]
    return `${other}${textOf(surface(stop, stop.lightness > 0.8 ? 0.2 : 0.3)).slice(1)}`
  })

/** A theme in the colors that its author chose for the dark variant; empty ones change nothing. */
function withColours(theme: Theme, { general, chat = {} }: NonNullable<Theme['dark']>): Theme {
  const content = general?.backgroundColor
  const paint = <P extends Part>(part: P | undefined, { borderColor: color, ...colours }: DarkPart = {}) => ({
    ...part,
    ...chosen(colours),
    ...(color && { border: { ...part?.border, color } }),
  })
  const parts = partNames.flatMap((name) => (chat[name] ? [[name, paint(theme.chat?.[name], chat[name])]] : []))
  return {
    ...theme,
    general: {
      ...theme.general,
      ...(content && { background: { type: 'Color', content } }),
      ...(general?.progressBar && { progressBar: { ...theme.general?.progressBar, ...chosen(general.progressBar) } }),
    },
    chat: { ...theme.chat, ...Object.fromEntries(parts) },
  }
}
type DarkPart = { borderColor?: string | undefined } & Record<string, string | undefined>

const partNames = ['container', 'hostBubbles', 'guestBubbles', 'buttons', 'inputs'] as const
const chosen = <C extends object>(colours: C) => Object.fromEntries(Object.entries(colours).filter(([, text]) => text))

const textOf = (colour: Oklch): string =>
  `#${fromOklch(colour)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

/** Reads `#rgb` and `#rrggbb`. */
function readHex(text: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  return digits === undefined ? undefined : hex(`#${digits}`)
}

function hex(text: string): Rgb {
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit).join('') : text.slice(1)
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}
