import { expandDeep, type Program, type Session, sessionLookup } from '@colloquy/engine'
import { withoutBadgeRules } from './badge-rules.js'

/** Theme and settings as a client gets them: only what it needs, with variables filled in. */
export function appearance(program: Program, before: Session, after: Session) {
  const early = sessionLookup(before, program)
  const late = sessionLookup(after, program)
  const { general, chat, customCss } = program.theme
  const { settings } = program
  const theme = expandDeep({ general, chat, customCss }, early)
  return {
    theme: defined({ ...theme, customCss: theme.customCss && withoutBadgeRules(theme.customCss) }),
    settings: defined(expandDeep({ general: settings.general, typingEmulation: settings.typingEmulation }, late)),
  }
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}
