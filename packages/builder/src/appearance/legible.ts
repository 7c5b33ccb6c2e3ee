import { black, contrast, hexOf, minContrast, parseHex, type Rgb, white } from './colours.js'

/** A colour of text that can be read on a background: the one that was chosen, or else black or white. */
export function legible(text: string, background: string): string {
  const back = channelsOf(background)
  if (contrast(channelsOf(text), back) >= minContrast) return text
  return hexOf(contrast(white, back) >= contrast(black, back) ? white : black)
}

/** Any CSS colour as its channels, read off a pixel that is painted with it. */
const channelsOf = (colour: string): Rgb => {
  const [red, green, blue] = pixelOf(colour)
  return [red, green, blue]
}

/** Red, green, blue and opacity, each from 0 to 255. */
function pixelOf(colour: string): readonly [number, number, number, number] {
  const known = parseHex(colour)
  if (known) return [...known, 255]
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!pixel) return [...white, 255]
  pixel.fillStyle = colour
  pixel.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, opacity = 0] = pixel.getImageData(0, 0, 1, 1).data
  return [red, green, blue, opacity]
}

/** A CSS colour as its channels; undefined for other text, such as the name of a variable. */
export const readColour = (text: string): Rgb | undefined =>
  text !== 'transparent' && CSS.supports('color', text) ? channelsOf(text) : undefined

/** The same for colours that nothing shows through, as the service reads them for the dark variant of a theme. */
export const readSolid = (text: string): Rgb | undefined => {
  if (!CSS.supports('color', text)) return undefined
  const [red, green, blue, opacity] = pixelOf(text)
  return opacity === 255 ? [red, green, blue] : undefined
}
