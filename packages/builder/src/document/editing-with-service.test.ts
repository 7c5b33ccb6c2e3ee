import { type BotDocument, documentOf } from '@colloquy/flow/operations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningService, runService } from '../testing/running-service.js'
import { Editing } from './editing.js'
import { commands, start } from './testing/random-commands.js'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service?.close())

const read = (botId: string) => service.call('GET', `bots/${botId}`)

async function saveOne(botId: string, editing: Editing): Promise<void> {
  const batch = editing.send()
  if (!batch) return
  const { id, operations } = batch
  const { revision } = editing.state
  const answer = await service.call('POST', `bots/${botId}/operations`, { id, revision, operations })
  expect(editing.settled(id, answer.batches, answer.conflicts)).toBe(true)
}

async function saveAll(botId: string, editing: Editing): Promise<void> {
  while (!editing.isSaved) await saveOne(botId, editing)
}

/** An action of one of the two editors, and whether both then send their pending edits at the same moment. */
const step = fc.record({ who: fc.nat(1), command: commands, isSent: fc.boolean(), isUndone: fc.nat(6) })

it('two people at the real service end with the document that it holds, whichever of their edits meet', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const botId = await service.make(start)
      const { bot, revision } = await read(botId)
      const people = [0, 1].map(() => new Editing(documentOf(bot), revision))
      for (const { who, command, isSent, isUndone } of steps) {
        people[who]!.run('Edit', command)
        if (isUndone === 0) people[who]!.undo()
        if (isSent) await Promise.all(people.map((editing) => saveOne(botId, editing)))
      }
      await Promise.all(people.map((editing) => saveAll(botId, editing)))
      const stored = await read(botId)
      for (const editing of people) {
        const { id, operations } = { id: `last-look-${Math.random().toString(36).slice(2)}`, operations: nothing }
        const since = editing.state.revision
        const { batches } = await service.call('POST', `bots/${botId}/operations`, { id, revision: since, operations })
        editing.receive(batches)
        expect(editing.document).toEqual(documentOf(stored.bot) as BotDocument)
      }
    }),
    { numRuns: 30 },
  )
})

/** Changes nothing, whatever the document. */
const nothing = [{ kind: 'remove', spot: { list: ['variables'], after: null }, element: { id: 'nobody' } }]
