import type { PageRenderer } from '@colloquy/chat'
import { parseColour } from '../theme/colour.js'
import { themeVariables } from '../theme/theme-variables.js'
import { normalColour } from './normal-colour.js'

export const colourOf: PageRenderer['colourOf'] = (text) => {
  const colour = parseColour(text, normalColour)
  return colour && colour.a === 1 ? [colour.r, colour.g, colour.b] : undefined
}

/** Contains only the variables that differ: settings of a page for its own chat stay. Printing uses the light theme. */
export const darkStyles: PageRenderer['darkStyles'] = (light, dark) => {
  const before = themeVariables(light, { normalize: normalColour })
  const { scheme, ...after } = themeVariables(dark, { normalize: normalColour })
  const lines = Object.entries(after)
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => `--colloquy-${name}:${value};`)
  return `@media screen and (prefers-color-scheme:dark){:host{${lines.join('')}color-scheme:${scheme};}}\n`
}
