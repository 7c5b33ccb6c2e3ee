import { type ChannelType, channels } from './registry.js'

/** The label of each channel by its type. Plain data: the build of the builder replaces this module by its value. */
export const channelNames = Object.fromEntries(channels.map(({ type, label }) => [type, { label }])) as Readonly<
  Record<ChannelType, { readonly label: string }>
>
