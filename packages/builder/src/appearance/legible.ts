import { black, contrast, hexOf, leastContrast, parseHex, type Rgb, white } from './colours.js'

/** A colour of text that can be read on a background: the one that was chosen, or else black or white. */
export function legible(text: string, background: string): string {
  const back = channelsOf(background)
  if (contrast(channelsOf(text), back) >= leastContrast) return text
  return hexOf(contrast(white, back) >= contrast(black, back) ? white : black)
}

/** Any CSS colour as its channels, read off a pixel that is painted with it. */
function channelsOf(colour: string): Rgb {
  const known = parseHex(colour)
  if (known) return known
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!pixel) return white
  pixel.fillStyle = colour
  pixel.fillRect(0, 0, 1, 1)
  return [...pixel.getImageData(0, 0, 1, 1).data.subarray(0, 3)] as unknown as Rgb
}

/** A CSS colour as its channels; undefined for other text, such as the name of a variable. */
export const readColour = (text: string): Rgb | undefined =>
  text !== 'transparent' && CSS.supports('color', text) ? channelsOf(text) : undefined
