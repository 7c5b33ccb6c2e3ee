import { setTimeout as sleep } from 'node:timers/promises'
import { closing } from '@colloquy/test-kit/net/closing'
import { httpResponse } from '@colloquy/test-kit/net/raw-server'
import { expect, test } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestEgress } from '../testing/limited-ports.js'

const { kept, server } = closing()

test('a request whose work was stopped while it connected is not sent', async () => {
  let text = ''
  const it = await server((socket, chunk) => {
    text += chunk
    socket.write(httpResponse(200))
  })
  const egress = kept(openTestEgress({ allow: [it.entry] }))
  const asked: number[] = []
  const guard = {
    takeCall: () => undefined,
    mayBegin: () => {
      asked.push(it.connections())
      return false
    },
  }
  const response = await egress.send({ owner: botOf('bot'), url: it.url, method: 'GET', headers: [], guard })
  expect(response).toMatchObject({ kind: 'failed', reason: expect.stringContaining('given up') })
  expect(asked).toHaveLength(1)
  await sleep(50)
  expect(it.connections()).toBe(1)
  expect(text).toBe('')
})

test('a guarded request is sent and answered like any other', async () => {
  const it = await server((socket) => socket.write(httpResponse(200, { 'x-one': ['a', 'b'] } as never, 'body')))
  const egress = kept(openTestEgress({ allow: [it.entry] }))
  const guard = { takeCall: () => undefined, mayBegin: () => true }
  const request = { owner: botOf('bot'), url: it.url, method: 'POST', headers: [], body: 'sent' }
  const [plain, guarded] = [await egress.send(request), await egress.send({ ...request, guard })]
  expect(guarded).toEqual(plain)
  expect(guarded).toMatchObject({ kind: 'response', status: 200 })
})
