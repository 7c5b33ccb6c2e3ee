import { askingBot } from '@colloquy/server/testing'
import { healthyReplies } from './healthy-load.js'

/** Bots whose visitors must not notice the siege: plain conversations, some with a script after each reply, some with a call. */
export function healthyBots(target: string) {
  const script = { type: 'Code', options: { content: `setVariable('Out', {{Name}} + '!')`, isExecutedOnClient: false } }
  const call = { type: 'Webhook', options: { webhook: { url: target, method: 'GET' } } }
  return [askingBot('plain', healthyReplies), busyBot('scripted', script), busyBot('calling', call)]
}

/** Bots of visitors: most talk to the plain one. */
export const healthyShares = [...Array.from({ length: 8 }, () => 'plain'), 'scripted', 'calling']

function busyBot(publicId: string, block: object) {
  const bot = askingBot(publicId, healthyReplies)
  const groups = bot.groups.map((group) => ({
    ...group,
    blocks: group.blocks.flatMap((one, index) => (index === 0 ? [one] : [one, { ...block, id: `busy${index}` }])),
  }))
  return { ...bot, variables: [...bot.variables, { id: 'v2', name: 'Out' }], groups }
}
