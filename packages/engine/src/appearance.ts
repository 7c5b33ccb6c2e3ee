import type { CompiledFlow } from './compiled-flow.js'
import type { Effectful } from './effect.js'
import { valueNamed } from './frame-variables.js'
import { Prepared } from './prepare.js'
import type { Frame, Session } from './session.js'
import { expandDeep, type Lookup } from './template.js'

/** Theme and settings for a client: only what it needs, expanded with the values before and after the first turn. */
export function* appearanceOf(compiledFlow: CompiledFlow, before: Session, after: Session): Effectful<Appearance> {
  const { general, chat, customCss, dark } = compiledFlow.theme
  const { settings } = compiledFlow
  return {
    theme: defined(yield* filled({ general, chat, customCss, dark }, compiledFlow, before)),
    settings: defined(
      yield* filled({ general: settings.general, typingEmulation: settings.typingEmulation }, compiledFlow, after),
    ),
  }
}

export interface Appearance {
  theme: Pick<CompiledFlow['theme'], 'general' | 'chat' | 'customCss' | 'dark'>
  settings: Pick<CompiledFlow['settings'], 'general' | 'typingEmulation'>
}

function* filled<T>(value: T, compiledFlow: CompiledFlow, session: Session): Effectful<T> {
  const frame = session.frames.at(-1) as Frame
  const prepared = new Prepared(compiledFlow, frame, () => {})
  yield* prepared.texts(value)
  const byName = (name: string) => valueNamed(frame, compiledFlow, name)
  const lookup: Lookup = Object.assign(byName, { inlineResult: (code: string) => prepared.inlineResult(code) })
  return expandDeep(value, lookup)
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}
