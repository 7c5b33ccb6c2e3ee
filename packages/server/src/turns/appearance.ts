import type { Program, Session, VariableValue } from '@colloquy/engine'

/** Theme and settings as a client gets them: only what it needs, with variables filled in. */
export function appearance(program: Program, before: Session, after: Session) {
  const early = valuesByName(program, before)
  const late = valuesByName(program, after)
  const { general, chat, customCss } = program.theme
  const { settings } = program
  return {
    theme: defined({ general: expand(general, early), chat: expand(chat, early), customCss: expand(customCss, early) }),
    settings: defined({ general: expand(settings.general, late), typingEmulation: expand(settings.typingEmulation, late) }),
  }
}

function valuesByName(program: Program, session: Session): (name: string) => VariableValue | undefined {
  const values = session.frames.at(-1)?.variables ?? {}
  return name => {
    const variable = program.variableByName.get(name)
    if (!variable) return undefined
    return Object.hasOwn(values, variable.id) ? values[variable.id] : (variable.value as VariableValue | undefined)
  }
}

function expand<T>(value: T, valueOf: (name: string) => VariableValue | undefined): T {
  if (typeof value === 'string') {
    if (!value.includes('{{')) return value
    return value.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
      const found = valueOf(name)
      return found == null ? '' : Array.isArray(found) ? found.join(', ') : String(found)
    }) as T
  }
  if (Array.isArray(value)) return value.map(item => expand(item, valueOf)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item, valueOf)])) as T
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}
