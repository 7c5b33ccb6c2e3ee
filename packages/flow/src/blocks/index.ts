// Blocks as definitions, from which the palette, forms, lint, redaction, the engine, the server and the clients derive. Pure and without
// dependencies, so that the canvas may load it.

export * from '../exit-helps.js'
export * from '../exits.js'
export type { ServiceLogo } from '../service-logo.js'
export { type Defaults, defaultsOf } from './defaults.js'
export * from './define.js'
export * from './exits-of-type.js'
export { labelsAt } from './labels-at.js'
export { legacyDefaultModel } from './legacy-openai-successor.js'
export { plainText } from './plain-text.js'
export { type Prompt, promptNames } from './prompts.js'
export * from './registry.js'
export { type Turn, type Turned, turnInto, turnsOf } from './turn-into.js'
