/** The payloads of each channel, and the promises of all channels. */
export * from './channel-wire.js'
export { applies, type CaseChannel, type ConformanceCase, given } from './conformance/cases.js'
export { wires } from './wires/index.js'
