import type { Settings } from '@colloquy/flow'
import { expect, test } from 'vitest'
import { changeOfSetting } from './channel-settings.js'

const messaging = { isEnabled: true, sessionExpiryTimeout: 2, webhookForwardingEventTypes: ['all' as const] }
const first = { credentialsId: 'a', isFirst: true }
const second = { credentialsId: 'b', isFirst: false }

test('The first channel is edited where files have its settings', () => {
  const change = changeOfSetting({ messaging }, first, 'isEnabled', false)
  expect(change).toEqual({ path: ['settings', 'messaging', 'isEnabled'], value: false })
})

test('Another channel gets its own settings with the first edit, which begin with what it had', () => {
  const change = changeOfSetting({ messaging }, second, 'isEnabled', undefined)
  expect(change).toEqual({ path: ['settings', 'channels', 'b'], value: { sessionExpiryTimeout: 2 } })
})

test('A channel with its own settings is edited there, wherever it stands', () => {
  const settings: Settings = { messaging, channels: { a: {}, b: {} } }
  for (const channel of [first, second])
    expect(changeOfSetting(settings, channel, 'sessionExpiryTimeout', 1)).toEqual({
      path: ['settings', 'channels', channel.credentialsId, 'sessionExpiryTimeout'],
      value: 1,
    })
})
