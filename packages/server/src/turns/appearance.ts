import { type Appearance, appearanceOf, type CompiledFlow, type Session } from '@colloquy/engine'
import { darkTheme, themeForAll } from '@colloquy/flow'
import { drive, type TurnScope } from '../effects/effects.js'
import { withoutBadgeRules } from '../head-code/badge-rules.js'
import type { Service } from '../service.js'
import { after } from './after.js'
import { loadRenderer } from './load-renderer.js'

/** Returns theme and settings as a client receives them. Cached when there is nothing to fill in, as every visitor then gets the same. */
export function appearance(
  service: Service,
  scope: TurnScope,
  { compiledFlow, before, after: now }: { compiledFlow: CompiledFlow; before: Session; after: Session },
): Appearance | Promise<Appearance> {
  const known = compiledFlow.memo.get('appearance') as Appearance | 'varies' | undefined
  if (known !== undefined && known !== 'varies') return known
  return after(drive(appearanceOf(compiledFlow, before, now), scope, service), (look) =>
    after(shownTheme(look.theme), (theme) => {
      const filled = { theme, settings: look.settings }
      if (known === undefined) compiledFlow.memo.set('appearance', isTheSameForAll(compiledFlow) ? filled : 'varies')
      return filled
    }),
  )
}

/**
 * Returns the theme that clients receive. A dark variant that follows the device is a rule before the author's own CSS: every client
 * already applies that, and one that does not support media queries shows the light theme.
 */
export function shownTheme(theme: Appearance['theme']): Appearance['theme'] | Promise<Appearance['theme']> {
  const { customCss } = theme
  const own = customCss ? { customCss: withoutBadgeRules(customCss) } : {}
  const { mode = 'off' } = theme.dark ?? {}
  if (mode === 'off') {
    const { dark: _, ...light } = theme
    return { ...light, ...own }
  }
  return loadRenderer().then(({ colourOf, darkStyles }) => {
    const shown = themeForAll(theme, colourOf)
    if (mode === 'always') return { ...shown, ...own }
    return { ...shown, customCss: darkStyles(shown, darkTheme(theme, colourOf)) + (own.customCss ?? '') }
  })
}

function isTheSameForAll({ theme, settings }: CompiledFlow): boolean {
  return !JSON.stringify([theme, settings]).includes('{{')
}
