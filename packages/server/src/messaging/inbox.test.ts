import type { LeasedContact, MessagingStore } from '@colloquy/storage'
import { expect, test } from 'vitest'
import { Inbox } from './inbox.js'

/** A store in which each contact has one message. */
const store = {
  lease: async (key) => key as LeasedContact,
  release: async () => undefined,
  waiting: async () => [],
} satisfies Partial<MessagingStore> as Partial<MessagingStore> as MessagingStore

function contact(workspaceId: string, sender: string) {
  return { workspaceId, credentialsId: 'number', sender }
}

test('contacts of one workspace leave capacity to answer those of another, however many they are', async () => {
  const answered: string[] = []
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  const inbox = new Inbox({
    store,
    now: Date.now,
    isAlone: true,
    contactsAtOnce: 10,
    async answer({ workspaceId, sender }) {
      answered.push(sender)
      if (workspaceId === 'hog') await isOver
      return undefined
    },
    report: (error) => {
      throw error
    },
  })
  for (let number = 0; number < 50; number += 1) inbox.attend(contact('hog', `hog${number}`))
  for (let number = 0; number < 20; number += 1) inbox.attend(contact('other', `other${number}`))
  await expect.poll(() => answered.filter((sender) => sender.startsWith('other'))).toHaveLength(20)
  expect(answered.filter((sender) => sender.startsWith('hog'))).toHaveLength(5)
  end()
  await expect.poll(() => answered).toHaveLength(70)
  await inbox.close()
})
