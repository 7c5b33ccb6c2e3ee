import { type Answer, request } from './request.js'

type Opened = Answer<'getBot'>

/** Bots that were asked for before the page that shows them had loaded. */
const asked = new Map<string, Promise<Opened>>()

const ask = (botId: string): Promise<Opened> => request<'getBot'>('GET', `bots/${botId}`)

/** Asks for a bot while its page still loads. */
export function askEarly(botId: string): void {
  const answer = ask(botId)
  asked.set(botId, answer)
  answer.catch(() => asked.delete(botId))
}

/** The bot, by an answer that is on its way if there is one; each is used once. */
export function openBot(botId: string): Promise<Opened> {
  const answer = asked.get(botId)
  asked.delete(botId)
  return answer ?? ask(botId)
}

/** Forgets answers that somebody else was given. */
export const forgetEarly = (): void => asked.clear()
