import { describe, expect, it } from 'vitest'
import { darkTheme, isDarkTheme, themeForAll } from './dark-theme.js'
import { contrastOf, fromOklch, oklchOf, type Rgb } from './oklch.js'
import { type Theme, themeSchema } from './theme.js'

const rgb = (text = ''): Rgb => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as unknown as Rgb
const hueOf = (text = '') => oklchOf(rgb(text)).hue

/** Pairs of a text color and its background. */
function pairsOf({ general, chat = {} }: Theme): (readonly [string | undefined, string | undefined])[] {
  const { hostBubbles, guestBubbles, buttons, inputs, container } = chat
  return [
    [container?.color, general?.background?.content],
    ...[hostBubbles, guestBubbles, buttons, inputs].map((part) => [part?.color, part?.backgroundColor] as const),
    [inputs?.placeholderColor, inputs?.backgroundColor],
  ]
}

/** Colors from all over sRGB in pseudorandom order, the same in every run. */
const colours = Array.from({ length: 6000 }, (_, index) => {
  const value = (index * 2_654_435_761) % 16_777_216
  return `#${value.toString(16).padStart(6, '0')}`
})

describe('dark variant of a theme', () => {
  it('has a contrast of at least 4.5 for every text, whatever the colours of the theme are', () => {
    for (let at = 0; at + 10 < colours.length; at += 10) {
      const [page, ink, host, hostInk, guest, guestInk, button, buttonInk, field, fieldInk] = colours.slice(at, at + 10)
      const theme: Theme = {
        general: { background: { type: 'Color', content: at % 20 ? page : '#fafafa' } },
        chat: {
          container: { color: ink },
          hostBubbles: { backgroundColor: host, color: hostInk },
          guestBubbles: { backgroundColor: guest, color: guestInk },
          buttons: { backgroundColor: button, color: buttonInk },
          inputs: { backgroundColor: field, color: fieldInk },
        },
      }
      if (isDarkTheme(theme)) continue
      const dark = darkTheme(theme)
      expect(themeSchema.parse(dark)).toEqual(dark)
      for (const [text, back] of pairsOf(dark))
        expect(contrastOf(rgb(text), rgb(back)), JSON.stringify(theme)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('keeps hues, the colour of buttons that can be seen, and values that are not colours', () => {
    const dark = darkTheme({
      general: { font: 'Lora', background: { type: 'Color', content: '#eef5fc' } },
      chat: { buttons: { backgroundColor: '#e11d48', color: '#ffffff', border: { roundeness: 'large' } } },
      customCss: '.chat{}',
    })
    expect(dark).toMatchObject({
      general: { font: 'Lora' },
      chat: { buttons: { backgroundColor: '#e11d48', border: { roundeness: 'large' } } },
      customCss: '.chat{}',
    })
    expect(Math.abs(hueOf(dark.general?.background?.content) - hueOf('#eef5fc'))).toBeLessThan(0.2)
    expect(isDarkTheme(dark)).toBe(true)
  })

  it('takes the colours that its author chose before derived ones', () => {
    const dark = {
      mode: 'device',
      general: { backgroundColor: '#000000' },
      chat: { inputs: { color: '#abcdef', borderColor: '#fedcba' }, buttons: { color: '' } },
    } as const
    const found = darkTheme({ general: { background: { type: 'None' } }, dark })
    expect(found.general?.background).toEqual({ type: 'Color', content: '#000000' })
    expect(found.chat?.inputs).toMatchObject({ color: '#abcdef', border: { color: '#fedcba' } })
    expect(found.chat?.buttons?.color).toBe('#ffffff')
    expect(found).not.toHaveProperty('dark')
  })

  it('leaves a theme that is dark already, and text on a photo, as they are', () => {
    const already: Theme = { general: { background: { type: 'Color', content: '#101318' } }, chat: {} }
    expect(darkTheme(already)).toEqual(already)
    const photo: Theme = {
      general: { background: { type: 'Image', content: 'https://example.com/a.png' } },
      chat: { container: { color: '#123456' } },
    }
    expect(darkTheme(photo)).toMatchObject({ general: photo.general, chat: photo.chat })
  })

  it('is what all visitors get only if it always applies', () => {
    const theme: Theme = { general: { background: { type: 'Color', content: '#ffffff' } } }
    expect(themeForAll({ ...theme, dark: { mode: 'device' } })).toEqual(theme)
    expect(isDarkTheme(themeForAll({ ...theme, dark: { mode: 'always' } }))).toBe(true)
  })
})

it('converts colours to OKLCH and back', () => {
  for (const colour of colours.slice(0, 500)) expect(fromOklch(oklchOf(rgb(colour)))).toEqual(rgb(colour))
  expect(oklchOf([255, 0, 0])).toMatchObject({
    lightness: expect.closeTo(0.628, 3),
    chroma: expect.closeTo(0.2577, 3),
    hue: expect.closeTo((29.23 * Math.PI) / 180, 2),
  })
})
