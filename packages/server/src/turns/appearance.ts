import { type Appearance, appearanceOf, type Program, type Session } from '@colloquy/engine'
import type { Service } from '../service.js'
import { after } from './after.js'
import { withoutBadgeRules } from './badge-rules.js'
import { drive, type TurnScope } from './effects.js'

/** Theme and settings as a client gets them. Where there is nothing to fill in, every visitor gets the same: it is kept. */
export function appearance(
  service: Service,
  scope: TurnScope,
  { program, before, after: now }: { program: Program; before: Session; after: Session },
): Appearance | Promise<Appearance> {
  const known = program.memo.get('appearance') as Appearance | 'varies' | undefined
  if (known !== undefined && known !== 'varies') return known
  return after(drive(appearanceOf(program, before, now), scope, service), ({ theme, settings }) => {
    const { customCss } = theme
    const filled = { theme: customCss ? { ...theme, customCss: withoutBadgeRules(customCss) } : theme, settings }
    if (known === undefined) program.memo.set('appearance', isTheSameForAll(program) ? filled : 'varies')
    return filled
  })
}

function isTheSameForAll({ theme, settings }: Program): boolean {
  return !JSON.stringify([theme, settings]).includes('{{')
}
