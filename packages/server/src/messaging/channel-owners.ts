import type { ChannelDefinition, OwnershipEvent } from '@colloquy/channels'
import type { LeasedContact } from '@colloquy/storage'

declare module '../service.js' {
  interface Service {
    readonly channelOwners: ChannelOwners
  }
}

/** Follows what channels report about conversations in which somebody other than the bot speaks. */
export interface ChannelOwners {
  /** Changes who speaks, or stores what somebody said. The same event may come again, and late. */
  follow(contact: LeasedContact, channel: ChannelDefinition, event: OwnershipEvent, publicUrl: string): Promise<void>
}
