/** Calls to the providers of channels. */
export type { ChannelAccount } from './messaging-port.js'
