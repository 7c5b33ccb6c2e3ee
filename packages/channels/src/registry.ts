import type { ChannelDefinition } from './define.js'
import { whatsapp } from './whatsapp/whatsapp.js'

/** Every channel, in the order in which the builder offers them. */
const list = [whatsapp] as const

type Listed = (typeof list)[number]

export type ChannelType = Listed['type']

/** Types of the credentials of channels. */
export type ChannelCredentialsType = Listed['credentialsType']

/** The data of the credentials of a channel. */
export type ChannelData<T extends ChannelCredentialsType> = NonNullable<
  Extract<Listed, { credentialsType: T }>['stored']
>

export const channels: readonly ChannelDefinition<ChannelType>[] = list

/** The channel of conversations that began before their channel was stored. */
export const olderChannel: ChannelType = 'whatsapp'
