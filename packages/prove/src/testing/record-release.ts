/**
 * Records conversations with all templates for the version in package.json, once, before it is released:
 * `npx tsx --conditions=development packages/prove/src/testing/record-release.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { CompiledFlow } from '@colloquy/engine'
import type { BotDocument } from '@colloquy/flow/operations'
import { drawTemplate, templateDefinitions } from '@colloquy/templates'
import type { RecordedConversation } from '../conversation.js'
import { Rehearsal } from '../flow-tests/rehearsal.js'
import { repliesTo } from '../flow-tests/replies-to.js'
import { standIn, takeTurn } from '../flow-tests/synthetic-turn.js'
import { recordEvents } from './record.js'
import { compileReleased, type ReleasedFlow, releasedFolder, releasedWorld } from './released.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const maxReplies = 12
/** The visitors of each bot: their temperament, and the step by which they go through the possible replies. */
const visitors: readonly { temperament: 'valid' | 'sloppy'; choice: number }[] = [
  { temperament: 'valid', choice: 0 },
  { temperament: 'valid', choice: 1 },
  { temperament: 'valid', choice: 2 },
  { temperament: 'sloppy', choice: 0 },
]

const folder = new URL(`${version}/`, releasedFolder)
mkdirSync(folder)
for (const definition of templateDefinitions) {
  const arrange = ({ events, groups }: Pick<BotDocument, 'events' | 'groups'>) =>
    new Map([...events, ...groups].map(({ id }) => [id, { x: 0, y: 0 }]))
  const { bot } = drawTemplate(definition, { translate: (text) => text, arrange })
  const name = definition.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const flow = compileReleased({ version: '6.1', ...bot }, name)
  const conversations = visitors.map((visitor, index) => conversationOf(flow, `${name}-${index}`, visitor))
  const recorded: ReleasedFlow = { bot: { version: '6.1', ...bot }, conversations: distinct(conversations) }
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(recorded)}\n`)
}

/** A visitor finds replies in a rehearsal; the conversation is recorded as the service records it. */
function conversationOf(flow: CompiledFlow, id: string, visitor: (typeof visitors)[number]): RecordedConversation {
  const rehearsal = new Rehearsal(flow, releasedWorld)
  const replies: string[] = []
  let taken = takeTurn(rehearsal, 0, undefined)
  while (rehearsal.awaits !== undefined && replies.length < maxReplies) {
    const waits = { blockId: rehearsal.awaits, input: taken.turn?.input }
    const possible = repliesTo(flow, releasedWorld.blocks, waits, visitor.temperament)
    replies.push(possible[(visitor.choice * (replies.length + 1)) % possible.length] ?? '')
    taken = takeTurn(rehearsal, replies.length, replies.at(-1))
  }
  const messages = replies.map((text) => ({ message: { type: 'text' as const, text } }))
  return recordEvents(flow, messages, (effect) => standIn(flow, effect, undefined)!, { id })
}

function distinct(conversations: readonly RecordedConversation[]): RecordedConversation[] {
  const byTurns = new Map(conversations.map((one) => [JSON.stringify(one.turns), one]))
  return [...byTurns.values()]
}
