import { type ChannelSettings, channelSettingsOf, type Settings } from '@colloquy/flow'
import type { Path } from '@colloquy/flow/operations'

/** A channel of the open bot. */
export interface ChannelOfBot {
  credentialsId: string
  /** The first channel has the settings that files have, too. */
  isFirst: boolean
}

export const hasOwnSettings = (
  { channels }: Settings,
  { credentialsId }: Pick<ChannelOfBot, 'credentialsId'>,
): boolean => channels !== undefined && Object.hasOwn(channels, credentialsId)

/** Returns the path in the draft, and the value there, with which one setting of a channel has a value. Other channels do not change. */
export function changeOfSetting(
  settings: Settings,
  channel: ChannelOfBot,
  key: keyof ChannelSettings,
  value: unknown,
): { path: Path; value: unknown } {
  const own: Path = ['settings', 'channels', channel.credentialsId]
  if (hasOwnSettings(settings, channel)) return { path: [...own, key], value }
  if (channel.isFirst) return { path: ['settings', 'messaging', key], value }
  const { isEnabled, startCondition, sessionExpiryTimeout, quietSeconds, listButton, idle } = channelSettingsOf(
    settings,
    channel.credentialsId,
  )
  const inherited = { isEnabled, startCondition, sessionExpiryTimeout, quietSeconds, listButton, idle, [key]: value }
  return { path: own, value: JSON.parse(JSON.stringify(inherited)) }
}
