import { readFileSync } from 'node:fs'
import { themeSchema } from '@colloquy/flow'
import { describe, expect, it } from 'vitest'
import { minContrast } from './colours.js'
import { contrastPairs } from './contrast-pairs.js'
import { readyThemes } from './ready-themes.js'

/** The families that the widget's build serves. */
const served = readFileSync(new URL('../../../widget/vite.config.ts', import.meta.url), 'utf8')

it('the gallery has at least sixteen themes, light and dark, each with its own name', () => {
  expect(readyThemes.length).toBeGreaterThanOrEqual(16)
  expect(new Set(readyThemes.map(({ name }) => name)).size).toBe(readyThemes.length)
  expect(new Set(readyThemes.map(({ theme }) => JSON.stringify(theme))).size).toBe(readyThemes.length)
  expect(readyThemes.filter(({ isDark }) => isDark).length).toBeGreaterThanOrEqual(4)
})

describe.each(readyThemes.map((one) => [one.name, one.theme] as const))('%s', (_, theme) => {
  it('is a valid theme in a font that the service serves', () => {
    expect(themeSchema.parse(theme)).toEqual(theme)
    expect(served).toMatch(new RegExp(`^ *'?${theme.general?.font}'?: \\[`, 'm'))
  })

  it('can be read everywhere', () => {
    const pairs = contrastPairs(theme)
    expect(pairs.length).toBeGreaterThanOrEqual(6)
    expect(pairs.filter(({ ratio }) => ratio < minContrast)).toEqual([])
  })
})
