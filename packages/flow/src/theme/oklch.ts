/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** A color by its perceived lightness from 0 to 1, its chroma from 0 to about 0.4, and its hue in radians. */
export interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

/** Converts sRGB to OKLCH, with the matrices of CSS Color 4 and of https://bottosson.github.io/posts/oklab/. */
export function oklchOf(colour: Rgb): Oklch {
  const [r, g, b] = linear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const beta = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, beta),
    hue: Math.atan2(beta, a),
  }
}

/** The color with a lightness and hue; its chroma is reduced until sRGB can represent it. Channels are whole numbers. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const reach = (share: number) => channels(lightness, chroma * share * Math.cos(hue), chroma * share * Math.sin(hue))
  let [low, high] = [0, 1]
  if (isShowable(reach(1))) low = 1
  else
    for (let step = 0; step < 12; step += 1) {
      const middle = (low + high) / 2
      if (isShowable(reach(middle))) low = middle
      else high = middle
    }
  return triple(reach(low), (channel) => Math.round(255 * gamma(Math.min(1, Math.max(0, channel)))))
}

/** Contrast as WCAG 2 defines it, from 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(colour: Rgb): number {
  const [r, g, b] = linear(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Linear channels from 0 to 1; outside of that range for colors that sRGB lacks. */
function channels(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isShowable = (colour: Rgb) => colour.every((channel) => channel >= -0.0005 && channel <= 1.0005)

const triple = ([r, g, b]: Rgb, map: (channel: number) => number): Rgb => [map(r), map(g), map(b)]

const linear = (colour: Rgb): Rgb =>
  triple(colour, (channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })

const gamma = (channel: number) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)
