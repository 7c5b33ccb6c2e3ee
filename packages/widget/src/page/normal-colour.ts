import colours from 'color-string'

/** Converts a color name or an HSL color to a form that `parseColour` reads, which the widget leaves to the browser. */
export function normalColour(text: string): string | undefined {
  const { model, value } = colours.get(text) ?? {}
  if (!value) return undefined
  const [one = 0, two = 0, three = 0, alpha = 1] = value
  if (model === 'rgb') return `rgba(${one}, ${two}, ${three}, ${alpha})`
  if (model === 'hsl') return `rgba(${fromHue(one, two / 100, three / 100).join(', ')}, ${alpha})`
  return undefined
}

/** Red, green and blue from 0 to 255, as defined by CSS Color 4. */
function fromHue(hue: number, saturation: number, lightness: number): number[] {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const k = (offset + hue / 30) % 12
    return 255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  })
}
