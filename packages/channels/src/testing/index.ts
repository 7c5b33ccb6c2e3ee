/** How the payloads of each channel look, and what every channel promises. */
export * from './channel-wire.js'
export { applies, type CaseChannel, type ConformanceCase, given } from './conformance/cases.js'
export { wires } from './wires/index.js'
