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

/** Condition of the index of bots with channels: a query that has it finds accounts without reading bots. */
export const hasChannels = "channels <> '[]'"

/** The part of the JSON text that stands for one account. */
export const channelText = (credentialsId: string): string => JSON.stringify({ credentialsId })
