import { type ChannelType, channels } from '@colloquy/channels'

/** Types of the channels besides web pages, for schemas. */
export const channelTypes = channels.map(({ type }) => type) as [ChannelType, ...ChannelType[]]
