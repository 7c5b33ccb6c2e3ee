import { type Appearance, appearanceOf, type Program, type Session } from '@colloquy/engine'
import type { Service } from '../service.js'
import { withoutBadgeRules } from './badge-rules.js'
import { drive, type TurnScope } from './effects.js'

/** Theme and settings as a client gets them. Where there is nothing to fill in, every visitor gets the same: it is kept. */
export async function appearance(
  service: Service,
  scope: TurnScope,
  { program, before, after }: { program: Program; before: Session; after: Session },
): Promise<Appearance> {
  const known = program.memo.get('appearance') as Appearance | 'varies' | undefined
  if (known !== undefined && known !== 'varies') return known
  const { theme, settings } = await drive(appearanceOf(program, before, after), scope, service)
  const { customCss } = theme
  const filled = { theme: customCss ? { ...theme, customCss: withoutBadgeRules(customCss) } : theme, settings }
  if (known === undefined) program.memo.set('appearance', isTheSameForAll(program) ? filled : 'varies')
  return filled
}

function isTheSameForAll({ theme, settings }: Program): boolean {
  return !JSON.stringify([theme, settings]).includes('{{')
}
