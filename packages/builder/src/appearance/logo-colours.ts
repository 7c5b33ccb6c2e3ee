import { t } from '../i18n/i18n.js'
import { contrast, fromHsl, hexOf, hslOf, minContrast, mix, type Rgb, readableOn, white } from './colours.js'
import { composeTheme, type ReadyTheme, type ThemeChoices } from './make-theme.js'

/** Maximum side of a scaled-down logo, in pixels. */
const logoSide = 64
const maxColours = 6

/**
 * Returns the main colors of a picture, the most common one first, by median cut: the box of pixels with the widest spread is split at its
 * median until there are enough. Takes RGBA; mostly transparent pixels do not count.
 */
export function mainColours(pixels: Uint8ClampedArray): Rgb[] {
  const seen: Rgb[] = []
  for (let at = 0; at + 3 < pixels.length && seen.length < logoSide * logoSide; at += 4)
    if (pixels[at + 3]! > 127) seen.push([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!])
  let boxes = seen.length > 0 ? [seen] : []
  while (boxes.length < maxColours) {
    const widest = boxes.toSorted((one, other) => spread(other).range - spread(one).range)[0]
    if (!widest || spread(widest).range < 24) break
    const { channel } = spread(widest)
    const sorted = widest.toSorted((one, other) => one[channel]! - other[channel]!)
    const middle = (sorted[0]![channel]! + sorted.at(-1)![channel]!) / 2
    const cut = sorted.findIndex((pixel) => pixel[channel]! > middle)
    boxes = [...boxes.filter((box) => box !== widest), sorted.slice(0, cut), sorted.slice(cut)]
  }
  return boxes.toSorted((one, other) => other.length - one.length).map(average)
}

function spread(box: readonly Rgb[]): { channel: 0 | 1 | 2; range: number } {
  const ranges = ([0, 1, 2] as const).map((channel) => {
    let [low, high] = [255, 0]
    for (const pixel of box) {
      low = Math.min(low, pixel[channel])
      high = Math.max(high, pixel[channel])
    }
    return { channel, range: high - low }
  })
  return ranges.toSorted((one, other) => other.range - one.range)[0]!
}

const average = (box: readonly Rgb[]): Rgb =>
  ([0, 1, 2] as const).map(
    (channel) => box.reduce((sum, pixel) => sum + pixel[channel], 0) / box.length,
  ) as unknown as Rgb

/** The brand color: the most common color that is neither gray, nearly white nor nearly black; otherwise the darkest. */
export function brandColour(colours: readonly Rgb[]): Rgb | undefined {
  const isVivid = (colour: Rgb) => {
    const [, saturation, lightness] = hslOf(colour)
    return saturation > 0.25 && lightness > 0.12 && lightness < 0.9
  }
  return colours.find(isVivid) ?? colours.toSorted((one, other) => contrast(other, white) - contrast(one, white))[0]
}

/** Themes around one color: light, on a gradient, and dark, with the given fonts and corners. */
export function brandThemes(brand: Rgb, { font, corners }: Pick<ThemeChoices, 'font' | 'corners'>): ReadyTheme[] {
  const [hue, saturation] = hslOf(brand)
  const tint = Math.min(saturation, 0.6)
  const ink = hexOf(fromHsl(hue, tint, 0.12))
  const page = hexOf(fromHsl(hue, tint, 0.97))
  const night = hexOf(fromHsl(hue, tint * 0.5, 0.08))
  // White text unless the color is so light that dark text is closer.
  const isLight = contrast(brand, white) < 2.2
  const strong = isLight ? brand : readableOn(brand, white, minContrast)
  const onStrong = isLight ? hexOf(readableOn(fromHsl(hue, tint, 0.12), brand)) : '#ffffff'
  const shared = { strong: hexOf(strong), onStrong, font, corners }
  return [
    composeTheme(t('Light'), { ...shared, page, ink, host: '#ffffff', shadow: 'sm' }),
    composeTheme(t('Bold'), {
      ...shared,
      page: [hexOf(strong), hexOf(mix(strong, fromHsl((hue + 40) % 360, saturation, 0.4), 0.7))],
      ink,
      host: page,
      panel: '#ffffff',
    }),
    composeTheme(t('Dark'), {
      ...shared,
      page: night,
      ink: '#f1f2f5',
      host: hexOf(fromHsl(hue, tint * 0.4, 0.16)),
      field: hexOf(fromHsl(hue, tint * 0.45, 0.11)),
    }),
  ]
}

/** Reads a picture file as RGBA pixels, scaled down. Rejects if the file is not a picture. */
export async function pixelsOf(file: File): Promise<Uint8ClampedArray> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = logoSide
    canvas.height = logoSide
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error(t('This browser cannot read pictures.'))
    pen.drawImage(picture, 0, 0, logoSide, logoSide)
    return pen.getImageData(0, 0, logoSide, logoSide).data
  } catch {
    throw new Error(t('Cannot read “{name}” as a picture. Use a PNG, JPEG, WebP or SVG file.', { name: file.name }))
  } finally {
    URL.revokeObjectURL(address)
  }
}
