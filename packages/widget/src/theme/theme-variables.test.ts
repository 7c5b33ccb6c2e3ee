import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Colour, contrast, over, parseColour } from './colour.js'
import { fontFamily, themeVariables } from './theme-variables.js'

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([r, g, b]) => `#${[r, g, b].map((n) => n.toString(16).padStart(2, '0')).join('')}`)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const part = fc.record({ backgroundColor: colour, color: colour, opacity: share }, { requiredKeys: [] })
const anyTheme = fc.record({
  general: fc.record({ background: fc.record({ type: fc.constant('Color' as const), content: colour }) }),
  chat: fc.record({ container: part, hostBubbles: part, guestBubbles: part, buttons: part, inputs: part }),
})

const read = (text: string | undefined) => parseColour(text) as Colour

test('every text of 500 random themes can be read on what is behind it', () => {
  fc.assert(
    fc.property(anyTheme, (theme) => {
      const variables = themeVariables(theme)
      const surface = read(variables.surface)
      const pairs: [string, string][] = [
        ['text', 'surface'],
        ['muted', 'surface'],
        ['danger', 'surface'],
        ['host-text', 'host-fill'],
        ['guest-text', 'guest-fill'],
        ['button-text', 'button-fill'],
        ['field-text', 'field-fill'],
        ['field-placeholder', 'field-fill'],
        ['on-accent', 'accent'],
      ]
      for (const [text, background] of pairs) {
        const behind = over(read(variables[background]), surface)
        // Colors are rounded when written, which may reduce the contrast slightly.
        expect(contrast(over(read(variables[text]), behind), behind), `${text} on ${background}`).toBeGreaterThan(4.4)
      }
      expect(contrast(over(read(variables['field-edge']), surface), surface)).toBeGreaterThan(2.95)
    }),
    { numRuns: 500 },
  )
})

describe('colours', () => {
  test('a theme that can be read is left alone', () => {
    const theme = { chat: { buttons: { backgroundColor: '#0042da', color: '#ffffff' } } }
    expect(themeVariables(theme)).toMatchObject({ 'button-fill': 'rgb(0 66 218)', 'button-text': 'rgb(255 255 255)' })
  })

  test('where little is missing, the background gives way and the letters stay', () => {
    const variables = themeVariables({ chat: { buttons: { backgroundColor: '#7c5cff', color: '#ffffff' } } })
    expect(variables['button-text']).toBe('rgb(255 255 255)')
    expect(variables['button-fill']).not.toBe('rgb(124 92 255)')
  })

  test('names of colours are asked for', () => {
    const variables = themeVariables({ chat: { buttons: { backgroundColor: 'navy' } } }, { normalize: () => '#000080' })
    expect(variables['button-fill']).toBe('rgb(0 0 128)')
  })
})

test.each([
  'red;}</style><script>alert(1)</script>',
  'url(javascript:alert(1))',
  '@import "http://evil.example"',
  'expression(alert(1))',
  'red; background: url(http://evil.example)',
  '"}input[value^="a"]{background:url(http://evil.example/a)}',
  'var(--x, url(http://evil.example))',
])('nothing of %s gets into the style', (evil) => {
  const part = { backgroundColor: evil, color: evil, border: { color: evil } }
  const variables = themeVariables({
    general: { background: { type: 'Image', content: evil }, progressBar: { color: evil, backgroundColor: evil } },
    chat: {
      container: { ...part, maxWidth: evil, maxHeight: evil },
      hostBubbles: part,
      guestBubbles: part,
      buttons: part,
      inputs: { ...part, placeholderColor: evil },
    },
  })
  for (const value of Object.values(variables)) expect(value).toMatch(/^[\w\s.%#()/,-]+$/)
  expect(fontFamily(evil)).toMatch(/^"[\p{L}\p{N} _-]*", system-ui/u)
})

test('a background picture is an address in quotes that it cannot leave', () => {
  const variables = themeVariables({
    general: { background: { type: 'Image', content: 'https://a.example/x") url("y' } },
  })
  expect(variables['background-image']).toMatch(/^url\("https:\/\/a\.example\/[^"]*"\)$/)
})

test('numbers out of range are brought into it', () => {
  const border = { roundeness: 'custom' as const, customRoundeness: 1e9, thickness: Number.NaN }
  expect(themeVariables({ chat: { buttons: { border, opacity: 7, blur: -3 } } })).toMatchObject({
    'button-radius': '200px',
    'button-border-size': '0px',
    'button-blur': 'none',
  })
})

test('only a part that blurs what is behind it has a filter', () => {
  expect(themeVariables({ chat: { buttons: { blur: 4 }, inputs: { blur: 0 } } })).toMatchObject({
    'button-blur': 'blur(4px)',
    'field-blur': 'none',
    'host-blur': 'none',
  })
})

test('a part without a border takes the obsolete roundness, one with a border its own', () => {
  const chat = { roundness: 'large' as const, buttons: { border: { thickness: 1 } } }
  expect(themeVariables({ chat })).toMatchObject({ 'host-radius': '20px', 'button-radius': '6px' })
})
