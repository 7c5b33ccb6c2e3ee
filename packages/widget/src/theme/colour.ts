/** A color: red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Colour {
  r: number
  g: number
  b: number
  a: number
}

/** Converts what the browser understands, such as a color name, into a form that `parseColour` reads. */
export type NormalizeColour = (text: string) => string | undefined

/** Reads hexadecimal and rgb() forms itself and passes all others to `normalize`. Undefined if it is not a color. */
export function parseColour(text: string | undefined, normalize?: NormalizeColour): Colour | undefined {
  const trimmed = text?.trim().toLowerCase()
  if (!trimmed || trimmed.length > 64) return undefined
  if (trimmed === 'transparent') return { r: 0, g: 0, b: 0, a: 0 }
  const hex = /^#([0-9a-f]{3,8})$/.exec(trimmed)?.[1]
  if (hex) return parseHex(hex)
  const parts = /^rgba?\(([\d.\s,/%]+)\)$/
    .exec(trimmed)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean)
  if (parts && parts.length >= 3) {
    const [r = 0, g = 0, b = 0, a = 1] = parts.map((part, index) => readPart(part, index < 3 ? 255 : 1))
    return [r, g, b, a].some(Number.isNaN) ? undefined : { r, g, b, a }
  }
  const normal = normalize?.(trimmed)
  return normal && normal !== trimmed ? parseColour(normal) : undefined
}

/** As CSS, made of numbers only. */
export const colourText = ({ r, g, b, a }: Colour): string =>
  a >= 1 ? `rgb(${round(r)} ${round(g)} ${round(b)})` : `rgb(${round(r)} ${round(g)} ${round(b)} / ${+a.toFixed(3)})`

/** Blends one color over another. */
export function over(top: Colour, bottom: Colour): Colour {
  const mix = (one: number, other: number) => one * top.a + other * (1 - top.a)
  return { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b), a: 1 }
}

/** Contrast of two opaque colors, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/**
 * The nearest shade of a color that is readable on a background: unchanged if its contrast is sufficient, else moved toward black or white,
 * whichever is closer.
 */
export function readableOn(colour: Colour, background: Colour, min = 4.5): Colour {
  const seen = over(colour, background)
  if (contrast(seen, background) >= min) return colour
  const ways = [black, white].flatMap((end) => {
    for (let share = 0.05; share <= 1.001; share += 0.05) {
      const shade = over({ ...end, a: Math.min(1, share) }, seen)
      if (contrast(roundColour(shade), background) >= min) return [{ shade: roundColour(shade), share }]
    }
    return []
  })
  return ways.sort((a, b) => a.share - b.share)[0]?.shade ?? (isDark(background) ? white : black)
}

/**
 * Makes text readable on its own background. If little contrast is missing, the background is changed slightly, since turning a brand's
 * white text black is a bigger change; otherwise the text is changed.
 */
export function readablePair(text: Colour, background: Colour): { text: Colour; background: Colour } {
  if (text.a === 1 && contrast(text, background) >= 3) return { text, background: readableOn(background, text) }
  return { text: readableOn(text, background), background }
}

export const isDark = (colour: Colour): boolean => luminance(colour) < 0.179

export const black: Colour = { r: 0, g: 0, b: 0, a: 1 }
export const white: Colour = { r: 255, g: 255, b: 255, a: 1 }

function parseHex(hex: string): Colour | undefined {
  if (hex.length === 5 || hex.length === 7) return undefined
  const wide = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex
  const [r = 0, g = 0, b = 0, a = 255] = (wide.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return { r, g, b, a: a / 255 }
}

const readPart = (part: string, whole: number) =>
  Math.min(whole, Math.max(0, part.endsWith('%') ? (Number(part.slice(0, -1)) / 100) * whole : Number(part)))

const round = (channel: number) => Math.round(channel)
const roundColour = ({ r, g, b, a }: Colour) => ({ r: round(r), g: round(g), b: round(b), a })

function luminance({ r, g, b }: Colour): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
