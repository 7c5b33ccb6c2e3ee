/** The wire format of a chat: messages, inputs, replies, client actions, logs. It must not know how a flow is walked, stored or shown. */
export type { ChannelTurn } from './channel-turn.js'
export * from './client-action.js'
export * from './message.js'
export * from './page-renderer.js'
export * from './reply.js'
export * from './rich-text.js'
export * from './start.js'
export * from './stream-event.js'
