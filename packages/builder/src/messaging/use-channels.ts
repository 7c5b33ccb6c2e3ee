import { type ChannelDefinition, channelOfCredentials, channels } from '@colloquy/channels'
import { useQuery } from '@tanstack/react-query'
import { useBotEditor } from '../editor/bot-editor.js'
import { useStoredBot } from '../editor/use-stored-bot.js'
import { type Answer, api } from '../service/api.js'
import type { ChannelOfBot } from './channel-settings.js'

export type Answering = Answer<'getMessagingOfBot'>['channels'][number]['answering']

/** A channel of the open bot: its account, and the bots that answer on the same account. */
export interface ConnectedChannel extends ChannelOfBot {
  channel: ChannelDefinition
  /** Name of the credentials. */
  name: string
  answering: Answering
}

/** The channels on which the open bot answers. */
export function useChannels() {
  const { bot } = useBotEditor()
  const { data: stored } = useStoredBot()
  const { data, error } = useQuery({
    // Publishing and closing change it, too.
    queryKey: ['published', bot.id, 'answering', stored?.channels, stored?.isClosed],
    queryFn: () => api.getMessagingOfBot({ botId: bot.id }),
    enabled: stored !== undefined,
  })
  const connected = data?.channels.flatMap(({ credentialsId, credentialsType, name, answering }, index) => {
    const channel = channelOfCredentials(channels, credentialsType)
    return channel ? [{ credentialsId, channel, name, answering, isFirst: index === 0 }] : []
  })
  return { connected, canPreview: data?.canPreview === true, error: error ?? undefined }
}
