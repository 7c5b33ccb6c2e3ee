/** Conversations for tests of other packages: flows with their visitors, and random ones. */

export { bubble, compiledFlowOf, documentOf, type TestFlow } from './conversation.js'
export { failedOutcome, nativeOutcome } from './native-outcome.js'
export { randomReply, randomStart, testFlow, type VisitorEvent } from './random-visitor.js'
export { type Talk, talks } from './talks.js'
