import { newMailBudget, openMailPort } from '@colloquy/ports/mail'
import { catchMail, headersOf, mailCredentials } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits } from '../limits/limits.js'
import { testService } from '../testing/test-service.js'
import { vaultOf } from '../testing/vault-of.js'
import { performMail } from './perform-mail.js'

const password = 'canary-password-of-the-mail-server'
let service: Awaited<ReturnType<typeof testService>>
let mailServer: Awaited<ReturnType<typeof catchMail>>
beforeAll(async () => {
  mailServer = await catchMail(password)
  service = await testService()
})
afterAll(async () => {
  await service.close()
  await mailServer.close()
})

const smtp = (change: object = {}) => mailCredentials(mailServer, password, change)

describe('an email of a flow', () => {
  const draft = {
    to: ['a@example.com'],
    cc: [],
    bcc: [],
    subject: 'New answers',
    text: 'Hi',
    attachmentUrls: [] as string[],
  }
  const own = 'https://bots.example/files/1'
  const perform = async (
    credentialsId: string,
    change: Partial<typeof draft> & { fromName?: string } = {},
    workspaceId = service.workspaceId,
  ) =>
    performMail(
      { credentialsId, draft: { ...draft, ...change } },
      {
        mail: openMailPort({
          limits: defaultLimits,
          checkAddress: async () => ({ kind: 'address', address: '127.0.0.1' }),
        }),
        vault: await vaultOf(service),
        owner: { workspaceId },
        defaultAccount: undefined,
        budget: newMailBudget(),
        openAttachment: async (address) =>
          address === own ? { filename: 'cv.txt', content: new TextEncoder().encode('my cv') } : undefined,
      },
    )

  it('goes out through the credentials of its workspace', async () => {
    const id = await service.addCredentials('smtp', smtp())
    expect(await perform(id, { fromName: 'Mira', attachmentUrls: [own] })).toEqual({})
    const caught = mailServer.caught.pop()!
    expect(caught).toMatchObject({ user: 'mira', from: 'bot@example.com', to: ['a@example.com'] })
    expect(Object.fromEntries(headersOf(caught.raw))).toMatchObject({
      from: 'Mira <bot@example.com>',
      subject: 'New answers',
    })
    expect(caught.raw).toContain(Buffer.from('my cv').toString('base64'))
  })

  it.each(['/etc/passwd', 'file:///etc/passwd', '../colloquy.db', 'https://elsewhere.example/x'])(
    'is not sent with %s attached',
    async (address) => {
      const outcome = await perform(await service.addCredentials('smtp', smtp()), { attachmentUrls: [own, address] })
      expect(outcome.failure?.reason).toBe(`${address} is not a file of this chat, so that it cannot be attached`)
      expect(mailServer.caught).toEqual([])
    },
  )

  it('is not sent with credentials of another workspace or type, without any, or without a sender', async () => {
    const id = await service.addCredentials('smtp', smtp())
    const wrongType = await service.addCredentials('openai', { apiKey: 'sk-of-another-service' })
    const senderless = await service.addCredentials('smtp', smtp({ from: {} }))
    expect((await perform(id, {}, 'other')).failure?.reason).toContain('no mail server of this workspace')
    expect((await perform(wrongType)).failure?.reason).toContain('no mail server of this workspace')
    expect((await perform('default')).failure?.reason).toContain('SMTP_URL and MAIL_FROM')
    expect((await perform(senderless)).failure?.reason).toContain('no sender')
    expect(mailServer.caught).toEqual([])
  })
})
