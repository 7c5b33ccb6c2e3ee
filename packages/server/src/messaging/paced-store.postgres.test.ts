import { setImmediate } from 'node:timers/promises'
import type { Storage } from '@colloquy/storage'
import { expect, test } from 'vitest'
import { messageOf, payloadOf } from '../testing/messaging-payloads.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { askingBot } from '../testing/test-service.js'

/** Calls for contacts; on SQLite, each waits for the disk while it holds the main thread. */
const calls = ['lease', 'join', 'progress', 'postpone', 'settle', 'setSession', 'release'] as const

test('the messages of a call are stored twenty at once, so that requests come in between', async () => {
  const sizes: number[] = []
  const wrap = (storage: Storage): Storage => ({
    ...storage,
    messaging: {
      ...storage.messaging,
      receive: (messages, ...rest) => {
        sizes.push(messages.length)
        return storage.messaging.receive(messages, ...rest)
      },
    },
  })
  const world = await messagingWorld({}, { wrap })
  const messages = Array.from({ length: 250 }, (_, index) => messageOf(`4917${index}`, 'Hello'))
  expect((await world.send(payloadOf('4917', messages))).status).toBe(200)
  await world.close()
  expect(sizes).toEqual([...Array(12).fill(20), 10])
})

test('of the writes for contacts, of which hundreds are answered at once, sixteen begin in a round of the event loop', async () => {
  let inRound = 0
  let max = 0
  let writes = 0
  const wrap = (storage: Storage): Storage => {
    const counted = calls.map((name) => {
      const call = storage.messaging[name].bind(storage.messaging) as (...values: unknown[]) => Promise<unknown>
      return [
        name,
        (...values: unknown[]) => {
          writes++
          max = Math.max(max, ++inRound)
          void setImmediate().then(() => {
            inRound = 0
          })
          return call(...values)
        },
      ]
    })
    return { ...storage, messaging: { ...storage.messaging, ...Object.fromEntries(counted) } }
  }
  const world: MessagingWorld = await messagingWorld({}, { wrap })
  await world.publish(askingBot('crowded'))
  const contacts = Array.from({ length: 200 }, (_, index) => `4917${index}`)
  const payload = payloadOf(
    '4917',
    contacts.map((sender) => messageOf(sender, 'Hello')),
  )
  expect((await world.send(payload)).status).toBe(200)
  while (writes < 600) await setImmediate()
  await world.close()
  // A round ends a moment after the next calls may begin.
  expect(max).toBeLessThanOrEqual(2 * 16)
})
