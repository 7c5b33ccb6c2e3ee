// Integrations as definitions: what the palette, forms, lint, redaction, the engine and the server derive from.
// Pure and without dependencies, so that the canvas may load it.
export { base64 } from '../base64.js'
export * from './calls.js'
export * from './define.js'
export * from './fields.js'
export { complete as completeChat } from './models/chat-completion.js'
export type { GivenMessage } from './models/messages.js'
export * from './models/model-call.js'
export * from './models/token-estimate.js'
export * from './oauth.js'
export * from './read.js'
export * from './registry.js'
export { isUnion, unionFields } from './union-fields.js'
