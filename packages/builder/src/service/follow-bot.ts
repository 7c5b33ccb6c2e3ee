import { followStream, type StreamOptions } from './follow-stream.js'

export interface FollowOptions extends Omit<StreamOptions, 'address'> {
  botId: string
  /** Name of this page among all subscribers. */
  client: string
  /** The revision of the bot that the page has. */
  revision(): number
}

/** Follows a bot until it is closed. A stream that ends is resumed where it ended. */
export function followBot({ botId, client, revision, ...options }: FollowOptions): { close(): void } {
  const address = () => `/api/v1/bots/${botId}/live?${new URLSearchParams({ client, revision: String(revision()) })}`
  return followStream({ ...options, address })
}
