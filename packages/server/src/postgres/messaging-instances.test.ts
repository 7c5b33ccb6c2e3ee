import { openPostgres } from '@colloquy/storage'
import { createDatabase } from '@colloquy/storage/testing'
import { type MessagingProvider, openMessagingProvider } from '@colloquy/test-kit/providers/messaging-provider'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '../ids.js'
import { messageOf, metaCredentials, payloadOf } from '../testing/messaging-payloads.js'
import { connected, quick } from '../testing/messaging-world.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

/** Two instances that receive the messages of one number. */

let provider: MessagingProvider
let services: TestService[]
let instances: ReturnType<typeof connected>[]
beforeAll(async () => {
  provider = await openMessagingProvider()
  const url = await createDatabase(inject('postgres') as string, { isEmpty: true })
  const env = { ...quick, ...provider.env, COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY', DATABASE_URL: url }
  const open = () => openPostgres({ url, poolSize: 4 })
  services = [await testService(env, { open })]
  services.push(await testService(env, { open }))
  const credentialsId = await services[0]!.addCredentials('messaging', metaCredentials, { name: newId() })
  instances = services.map((service) => connected(service, credentialsId))
  await instances[0]!.publish(askingBot(newId(), 20), { quietSeconds: 0 })
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()))
  await provider.close()
})

test('what comes to both is answered once, and by one after another what comes to either', async () => {
  const [one, other] = instances as [(typeof instances)[0], (typeof instances)[0]]
  const senders = Array.from({ length: 8 }, (_, index) => `49${index}`)
  await Promise.all(
    senders.map(async (from) => {
      const first = payloadOf(from, [messageOf(from, 'Hello')])
      await Promise.all([one.send(first), other.send(first)])
      const words = ['a', 'b', 'c', 'd', 'e', 'f']
      // The provider's clock counts seconds, which have to differ to give the messages an order.
      const at = Date.now() + 1_000
      const later = words.map((text, index) => payloadOf(from, [messageOf(from, text, at + index * 1_000)]))
      await Promise.all(
        later.flatMap((payload, index) => [(index % 2 === 0 ? one : other).send(payload), one.send(payload)]),
      )
    }),
  )
  await one.settled()
  for (const from of senders) {
    expect(provider.messages(from).map(({ body }) => body.text.body)).toEqual(['Hi'])
    const answers = await services[0]!.storage.results.answers([await one.resultIdOf(from)])
    expect(answers.map(({ content }) => content).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  }
})
