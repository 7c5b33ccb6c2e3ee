/** Definitions of the channels in which bots answer besides web pages. Data and pure functions; calls go through a port. */
export * from './calls.js'
export * from './capabilities.js'
export * from './channel-list.js'
export * from './define.js'
export * from './fit-text.js'
export * from './messages.js'
export * from './picture.js'
export {
  type ChannelCredentialsType,
  type ChannelData,
  type ChannelType,
  channels,
  olderChannel,
} from './registry.js'
