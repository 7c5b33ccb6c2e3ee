/**
 * Walks a flow: one event in, one turn out, without side effects. It must not use the clock, randomness, the network, a database, or any
 * particular block.
 */

export type { LogCause } from '@colloquy/chat'
export * from './advance.js'
export { type Appearance, appearanceOf } from './appearance.js'
export * from './block-runtime.js'
export { randomFrom } from './chance.js'
export * from './compiled-flow.js'
export { ComparedTexts, compare } from './condition.js'
export { cutDetails, maxDetailsLength } from './cut-details.js'
export * from './effect.js'
export { valueIn } from './frame-variables.js'
export { parseBigIntSafeJson } from './json.js'
export { logCauses } from './log-causes.js'
export { richTextOfMarkdown } from './markdown.js'
export { type MaskedValues, unmasked, unmaskedPieces } from './masking/masks.js'
export { type AwaitedKind, type ReceivedContent, replyOfMessages, takesFiles } from './messaging/reply-of-messages.js'
export { type SimulatedStep, type SimulatedTurn, simulateTurn } from './messaging/simulate-turn.js'
export { meetsStartCondition } from './messaging/start-condition.js'
export { type ChannelStep, type ChannelTurn, type ShownTurn, stepsOfTurn } from './messaging/steps-of-turn.js'
export { newSession } from './new-session.js'
export {
  renderRichText,
  richTextToHtml,
  richTextToMarkdown,
  richTextToMessagingText,
  richTextToPlainText,
  textContent,
} from './rich-text.js'
export { inputTitle } from './save-answer.js'
export * from './session.js'
export { startError } from './start.js'
export { startOfJson } from './start-of-json.js'
export { expand, expandDeep } from './template.js'
export { entryText, type SaidTurn, transcriptOf } from './transcript.js'
export * from './turn.js'
export { guessType, toStoredValue } from './variables.js'
