/** What tests of other packages need to hold conversations: flows with their visitors, and random ones. */

export { documentOf, type TestFlow } from './conversation.js'
export { randomReply, randomStart, testFlow, type VisitorEvent } from './random-visitor.js'
export { type Talk, talks } from './talks.js'
