/** An account of a channel on which a bot answers. */
export interface BotChannel {
  readonly credentialsId: string
}

/** The JSON text of the channels of a bot, as rows hold it. */
export const channelsText = (channels: readonly BotChannel[]): string =>
  JSON.stringify(channels.map(({ credentialsId }) => ({ credentialsId })))

/** The accounts on which a bot answers, in their order. */
export function accountIdsOf({ channels }: { readonly channels: string }): string[] {
  return (JSON.parse(channels) as BotChannel[]).map(({ credentialsId }) => credentialsId)
}

/** The part of the JSON text that stands for one account. */
export const channelText = (credentialsId: string): string => JSON.stringify({ credentialsId })
