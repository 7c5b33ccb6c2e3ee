import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite, type Storage } from '@colloquy/storage'
import { expect, test } from 'vitest'
import { checkNotifications } from './check-notifications.js'

test('notifications that come back are noticed, and those that something in between swallows are missed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-news-'))
  const storage = await openSqlite({ folder })
  expect(await checkNotifications(storage, 60_000)).toBe(true)
  const swallowing: Storage['changes'] = { ...storage.changes, publish: async () => {} }
  expect(await checkNotifications({ changes: swallowing }, 20)).toBe(false)
  await storage.close()
  await rm(folder, { recursive: true })
})
