import { askingBot } from '@colloquy/server/testing'

/** Asks as often as told, and says back each reply, so that no two answers are the same when no two replies are. */
export function echoingBot(publicId: string, inputs: number) {
  const bot = askingBot(publicId, inputs)
  const echo = (index: number) => ({
    id: `echo${index}`,
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ text: 'You said {{Name}}' }] }] },
  })
  const groups = bot.groups.map((group) => ({
    ...group,
    blocks: group.blocks.flatMap((block, index) => (index === 0 ? [block] : [block, echo(index)])),
  }))
  return { ...bot, groups }
}
