/** A colour of text that can be read on a background: the one that was chosen, or else black or white. */
export function legible(text: string, background: string): string {
  const back = luminance(background)
  if (contrast(luminance(text), back) >= 4.5) return text
  return contrast(1, back) >= contrast(0, back) ? '#ffffff' : '#000000'
}

const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

/** Relative luminance as WCAG 2 defines it, from 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue of any colour of CSS, read off a pixel that is painted with it. */
function channels(colour: string): number[] {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!pixel) return []
  pixel.fillStyle = colour
  pixel.fillRect(0, 0, 1, 1)
  return [...pixel.getImageData(0, 0, 1, 1).data.subarray(0, 3)]
}
