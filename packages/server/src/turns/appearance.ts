import { expandDeep, type Program, type Session, sessionLookup } from '@colloquy/engine'

/** Theme and settings as a client gets them: only what it needs, with variables filled in. */
export function appearance(program: Program, before: Session, after: Session): Appearance {
  const known = program.memo.get('appearance') as Appearance | 'varies' | undefined
  if (known !== undefined && known !== 'varies') return known
  const filled = fillIn(program, before, after)
  if (known === undefined) program.memo.set('appearance', isTheSameForAll(program) ? filled : 'varies')
  return filled
}

type Appearance = ReturnType<typeof fillIn>

/** Where there is nothing to fill in, every visitor gets the same. */
function isTheSameForAll({ theme, settings }: Program): boolean {
  return !JSON.stringify([theme, settings]).includes('{{')
}

function fillIn(program: Program, before: Session, after: Session) {
  const early = sessionLookup(before, program)
  const late = sessionLookup(after, program)
  const { general, chat, customCss } = program.theme
  const { settings } = program
  return {
    theme: defined(expandDeep({ general, chat, customCss }, early)),
    settings: defined(expandDeep({ general: settings.general, typingEmulation: settings.typingEmulation }, late)),
  }
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}
