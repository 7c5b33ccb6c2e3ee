import type { ChannelDefinition } from './define.js'
import * as list from './list.js'

type Listed = (typeof list)[keyof typeof list]

export type ChannelType = Listed['type']

/** Types of the credentials of channels. */
export type ChannelCredentialsType = Listed['credentialsType']

/** The data of the credentials of a channel. */
export type ChannelData<T extends ChannelCredentialsType> = NonNullable<
  Extract<Listed, { credentialsType: T }>['stored']
>

export const channels: readonly ChannelDefinition<ChannelType>[] = Object.values(list)

/** The channel of conversations that began before their channel was stored. */
export const olderChannel: ChannelType = 'whatsapp'
