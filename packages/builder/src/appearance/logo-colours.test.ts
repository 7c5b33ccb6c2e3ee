import { darkTheme } from '@colloquy/flow'
import { describe, expect, it } from 'vitest'
import { contrast, fromHsl, hexOf, hslOf, type Rgb } from './colours.js'
import { contrastPairs, unreadable } from './contrast-pairs.js'
import { brandColour, brandThemes, mainColours } from './logo-colours.js'
import { readyThemes } from './ready-themes.js'

const picture = (...areas: [count: number, colour: Rgb, alpha?: number][]) =>
  new Uint8ClampedArray(
    areas.flatMap(([count, colour, alpha = 255]) => Array.from({ length: count }, () => [...colour, alpha]).flat()),
  )

describe('colours of a logo', () => {
  it('finds the main colours, most common first, and skips transparent pixels', () => {
    const pixels = picture([900, [255, 255, 255]], [500, [220, 30, 60]], [200, [20, 40, 160]], [2000, [0, 255, 0], 0])
    expect(mainColours(pixels).map(hexOf)).toEqual(['#ffffff', '#dc1e3c', '#1428a0'])
    expect(hexOf(brandColour(mainColours(pixels))!)).toBe('#dc1e3c')
  })

  it('takes the darkest colour of a grey logo and none of an empty picture', () => {
    expect(hexOf(brandColour(mainColours(picture([50, [250, 250, 250]], [20, [40, 40, 40]])))!)).toBe('#282828')
    expect(brandColour(mainColours(picture([10, [1, 2, 3], 0])))).toBeUndefined()
  })

  it('makes readable themes around any colour', () => {
    for (let hue = 0; hue < 360; hue += 30)
      for (const saturation of [0, 0.5, 1])
        for (const lightness of [0, 0.2, 0.5, 0.8, 1]) {
          const brand = fromHsl(hue, saturation, lightness)
          for (const { name, theme } of brandThemes(brand, { font: 'Inter', corners: 'large' }))
            expect(unreadable(contrastPairs(theme)), `${hexOf(brand)} ${name}`).toEqual([])
        }
  })
})

it('converts colours to hue, saturation and lightness and back', () => {
  for (const colour of ['#dc1e3c', '#0f766e', '#ffc83d', '#777777'] as const) {
    const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
    expect(hexOf(fromHsl(...hslOf(rgb)))).toBe(colour)
  }
  expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21)
})

it('the dark variant of every theme of the gallery can be read', () => {
  for (const { name, theme } of readyThemes) expect(unreadable(contrastPairs(darkTheme(theme))), name).toEqual([])
})
