import type { BotDocument } from '@colloquy/flow/operations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { perform } from '../document/draft.js'
import { commands, start } from '../document/testing/random-commands.js'
import { DraftReceiver, DraftSender } from './draft-updates.js'

/** As messages to a worker are. */
const copied = <T>(update: T): T => structuredClone(update)

it('a worker has each version of a draft as it was sent, whatever was edited in between', () => {
  fc.assert(
    fc.property(fc.array(commands, { minLength: 1, maxLength: 12 }), (list) => {
      const sender = new DraftSender<BotDocument>()
      const receiver = new DraftReceiver<BotDocument>()
      let document = start
      for (const command of list) {
        expect(receiver.take(copied(sender.next(document)))).toEqual(document)
        document = perform(document, command).document
      }
      expect(receiver.take(copied(sender.next(document)))).toEqual(document)
    }),
  )
})

it('an edit is sent without the rest of the draft, and a draft that differs everywhere is sent whole', () => {
  const groups = Array.from({ length: 300 }, (_, index) => ({ id: `g${index}`, title: `Group ${index}`, blocks: [] }))
  const sender = new DraftSender<{ groups: typeof groups }>()
  expect(sender.next({ groups })).toEqual({ whole: { groups } })
  const edited = groups.with(7, { ...groups[7]!, title: 'Another' })
  const path = ['groups', '#g7', 'title']
  const expected = { operations: [{ kind: 'set', path, value: 'Another', was: 'Group 7' }] }
  expect(sender.next({ groups: edited })).toEqual(expected)
  const others = edited.map((group) => ({ ...group, title: `${group.title}!` }))
  expect(sender.next({ groups: others })).toEqual({ whole: { groups: others } })
})
