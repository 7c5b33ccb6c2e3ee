import type { Theme } from '../conversation/wire.js'
import { fontFamily, type ThemeOptions, themeVariables } from './theme-variables.js'

/** The look of a bot as the CSS rule of its shadow root. `font` takes precedence over the theme's own. */
export function themeCss(
  theme: Theme,
  font: NonNullable<Theme['general']>['font'] | undefined,
  options: ThemeOptions,
): string {
  const variables = themeVariables(theme, options)
  const lines = Object.entries(variables).map(([name, value]) => `--colloquy-${name}:${value};`)
  const family = fontFamily(font ?? theme.general?.font)
  const position = theme.general?.progressBar?.position === 'fixed' ? '.progress{position:fixed}' : ''
  return `:host{--colloquy-font:${family};${lines.join('')}color-scheme:${variables.scheme};}${position}`
}
