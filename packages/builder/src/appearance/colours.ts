/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Reads `#rgb` and `#rrggbb`; undefined for all other text. */
export function parseHex(text: string | undefined): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text?.trim() ?? '')?.[1]
  if (!digits) return undefined
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)) as unknown as Rgb
}

export const hexOf = (colour: Rgb): string =>
  `#${colour
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Relative luminance as WCAG 2 defines it, from 0 to 1. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `share` of the second colour, from 0 to 1. */
export const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((channel, index) => channel + (other[index]! - channel) * share) as unknown as Rgb

export const white: Rgb = [255, 255, 255]
export const black: Rgb = [0, 0, 0]

/** The text contrast that WCAG 2 asks for. */
export const minContrast = 4.5

/** The nearest shade of a colour whose contrast with a background is at least `min`. */
export function readableOn(colour: Rgb, background: Rgb, min = minContrast): Rgb {
  if (contrast(colour, background) >= min) return colour
  const end = contrast(white, background) >= contrast(black, background) ? white : black
  for (let share = 0.05; share < 1; share += 0.05) {
    const shade = mix(colour, end, share).map(Math.round) as unknown as Rgb
    if (contrast(shade, background) >= min) return shade
  }
  return end
}

/** Hue in degrees, saturation and lightness from 0 to 1. */
export function hslOf([red, green, blue]: Rgb): [hue: number, saturation: number, lightness: number] {
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  const lightness = (high + low) / 2
  const range = high - low
  if (range === 0) return [0, 0, lightness]
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  const turn = high === r ? ((g - b) / range + 6) % 6 : high === g ? (b - r) / range + 2 : (r - g) / range + 4
  return [turn * 60, saturation, lightness]
}

export function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (location: number) => {
    const at = (location + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}
