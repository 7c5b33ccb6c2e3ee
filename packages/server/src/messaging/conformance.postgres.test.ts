import { channels } from '@colloquy/channels'
import { applies, wires } from '@colloquy/channels/testing'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { serviceCases } from '../testing/channel-cases.js'
import { channelWorld } from '../testing/channel-world.js'

/** The cases of the conformance suite that need a service, on every channel. */

let world: Awaited<ReturnType<typeof channelWorld>>
beforeAll(async () => {
  world = await channelWorld(channels, { uploadBytes: 100_000 })
})
afterAll(() => world.close())

describe.each(channels.map((channel) => [channel.label, channel] as const))('%s', (_, channel) => {
  const on = { channel, wire: wires[channel.type] }
  afterEach(() => world.account(channel.type).provider.treatWith(() => undefined))

  for (const { name, run } of serviceCases.filter((one) => applies(one, on)))
    test(name, async () => {
      await run({ ...on, account: world.account(channel.type), service: world.service, pass: world.pass })
    })
})
