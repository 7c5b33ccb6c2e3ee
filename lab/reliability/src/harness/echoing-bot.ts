import { askingBot } from '@colloquy/server/testing'

/** A bot that asks `inputs` times and repeats each reply, so that answers differ whenever replies differ. */
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
