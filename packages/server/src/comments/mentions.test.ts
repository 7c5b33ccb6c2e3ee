import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let catcher: Awaited<ReturnType<typeof catchMail>>
let service: TestService
beforeAll(async () => {
  catcher = await catchMail('secret')
  service = await testService({
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
    COLLOQUY_PUBLIC_URL: 'https://bots.example',
    COLLOQUY_LIMITS: JSON.stringify({ mentionsPerComment: 2, commentMailsPerHour: 5 }),
  })
})
afterAll(async () => {
  await service?.close()
  await catcher?.close()
})
beforeEach(() => void catcher.caught.splice(0))

interface PersonOptions {
  role?: 'MEMBER' | 'GUEST'
  workspaceId?: string
  isVerified?: boolean
}

/** A member with a name and a verified email address. */
async function person(name: string, options: PersonOptions = {}) {
  const { role = 'MEMBER', workspaceId = service.workspaceId, isVerified = true } = options
  const { userId, value } = await service.addMember(workspaceId, role)
  const as = { authorization: `Bearer ${value}` }
  const email = `${newId()}@example.com`
  await service.call('PUT', '/api/v1/users/me/password', { email, password: 'correct horse battery' }, as)
  if (isVerified) await service.call('POST', '/api/v1/email-verifications', { email })
  await service.call('PATCH', '/api/v1/users/me', { updates: { name } }, as)
  return { id: userId, name, email, as }
}
type Person = Awaited<ReturnType<typeof person>>

const say = (botId: string, { as }: Pick<Person, 'as'>, text: string, threadId?: string) =>
  service.call('POST', `/api/v1/bots/${botId}/comments`, { groupId: 'g1', blockId: 'b1', text, threadId }, as)
const mailsTo = ({ email }: Pick<Person, 'email'>) => catcher.caught.filter(({ to }) => to[0] === email)
const mailTo = async (who: Person) => {
  await vi.waitUntil(() => mailsTo(who).length > 0, { timeout: 25_000 })
  return readable(mailsTo(who)[0]!.raw)
}
/** The text of an email without the line breaks that quoted-printable adds. */
const readable = (raw: string) =>
  Buffer.from(
    raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )
    .toString('utf8')
    .replaceAll('\r\n', '\n')

test('a mention is stored as a reference, and is shown with the name that the person has now', async () => {
  const botId = await service.publish(askingBot(newId()))
  const [ada, grace] = [await person('Ada'), await person('Grace')]
  const { body } = await say(botId, ada, `<@${grace.id}>, and again <@${grace.id}>: <@nobody-here>?`)
  expect(body.comment).toMatchObject({
    text: `<@${grace.id}>, and again <@${grace.id}>: <@nobody-here>?`,
    mentions: [{ id: grace.id, name: 'Grace' }],
  })
  await service.call('PATCH', '/api/v1/users/me', { updates: { name: 'Admiral Hopper' } }, grace.as)
  const { comments } = (await service.call('GET', `/api/v1/bots/${botId}/comments`, undefined, ada.as)).body
  expect(comments[0].mentions).toEqual([{ id: grace.id, name: 'Admiral Hopper' }])
})

test('a mention sends one email in the language of the person, with the quoted comment and a link to it', async () => {
  const botId = await service.publish({ ...askingBot(newId()), name: 'Leads\r\nBcc: evil@example.com' })
  const [ada, grace] = [await person('Ada "L"'), await person('Grace')]
  await service.call('PATCH', '/api/v1/users/me', { updates: { preferredLanguage: 'de' } }, grace.as)
  await say(botId, ada, `Look, <@${grace.id}>\n\nIt is <b>wrong</b>.`)
  const mail = await mailTo(grace)
  const [head = '', body = ''] = mail.split(/\n\n(.*)/s)
  expect(head).not.toMatch(/^Bcc/m)
  expect(body).toContain(`"Ada 'L'" hat Sie in einem Kommentar zum Bot "Leads Bcc: evil@example.com" erwähnt:`)
  expect(body).toContain('> Look, @Grace\n> \n> It is <b>wrong</b>.\n')
  expect(body.match(/https?:\/\/\S+/g)).toEqual([`https://bots.example/bots/${botId}?panel=comments#/g1/b1`])
})

test('a reply goes to those who wrote in the thread, but not to its author', async () => {
  const botId = await service.publish(askingBot(newId()))
  const [ada, grace, mary] = [await person('Ada'), await person('Grace'), await person('Mary')]
  const first = (await say(botId, ada, 'Too long?')).body.comment
  await say(botId, grace, 'Elsewhere')
  await say(botId, mary, 'No.', first.id)
  expect(await mailTo(ada)).toContain('"Mary" replied in a thread of comments')
  await say(botId, ada, 'Fine.', first.id)
  expect(await mailTo(mary)).toContain('> Fine.')
  expect([mailsTo(ada).length, mailsTo(grace).length]).toEqual([1, 0])
})

test('no email goes to who lost access, has no verified address, or does not want it', async () => {
  const botId = await service.publish(askingBot(newId()))
  const [ada, willing] = [await person('Ada'), await person('Willing')]
  const [left, unverified, unwilling] = [
    await person('Left'),
    await person('Unverified', { isVerified: false }),
    await person('Unwilling'),
  ]
  const first = (await say(botId, willing, 'Too long?')).body.comment
  for (const one of [left, unverified, unwilling]) await say(botId, one, 'No.', first.id)
  // The person who wrote first gets the last email of each reply.
  await vi.waitUntil(() => mailsTo(willing).length === 3, { timeout: 25_000 })
  catcher.caught.splice(0)
  await service.storage.members.remove(service.workspaceId, left.id)
  const signIn = () => service.call('GET', '/api/v1/sign-in', undefined, unwilling.as)
  expect((await signIn()).body.user.emailsComments).toBe(true)
  await service.call('PATCH', '/api/v1/users/me', { updates: { emailsComments: false } }, unwilling.as)
  expect((await signIn()).body.user.emailsComments).toBe(false)
  await say(botId, ada, 'Fine.', first.id)
  await mailTo(willing)
  expect(catcher.caught.flatMap(({ to }) => to)).toEqual([willing.email])
})

test('a person gets commentMailsPerHour emails about comments and no more', async () => {
  const botId = await service.publish(askingBot(newId()))
  const [ada, grace, mary] = [await person('Ada'), await person('Grace'), await person('Mary')]
  for (let count = 0; count < 7; count++) await say(botId, ada, `<@${grace.id}>`)
  await say(botId, ada, `<@${mary.id}>`)
  await mailTo(mary)
  expect(mailsTo(grace)).toHaveLength(5)
})

test('a comment with more than mentionsPerComment mentions is rejected', async () => {
  const botId = await service.publish(askingBot(newId()))
  const ada = await person('Ada')
  const { status, body } = await say(botId, ada, '<@a> <@b> <@c>')
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toContain('mentions 3 people, and may mention 2')
})

test('people of a bot are listed by name, without guests who cannot read it; a guest who may only read sees and mentions authors only', async () => {
  const { value, userId } = await service.addToken()
  const admin = { as: { authorization: `Bearer ${value}` } }
  const { workspace } = (await service.call('POST', '/api/v1/workspaces', { name: newId() }, admin.as)).body
  const workspaceId = workspace.id
  const { bot } = (await service.call('POST', '/api/v1/bots', { workspaceId, bot: askingBot(newId()) }, admin.as)).body
  const members = [await person('Zoe', { workspaceId }), await person('Ada', { workspaceId })]
  const [guest, stranger] = [
    await person('Gus', { role: 'GUEST', workspaceId }),
    await person('Sue', { role: 'GUEST', workspaceId }),
  ]
  const share = { botId: bot.id, userId: guest.id, type: 'READ', createdAt: 1, updatedAt: 1 } as const
  await service.storage.collaborators.add(workspaceId, share)
  const people = async ({ as }: Pick<Person, 'as'>) =>
    (await service.call('GET', `/api/v1/bots/${bot.id}/comments/people`, undefined, as)).body.people
  const [zoe, ada] = members as [Person, Person]
  const listed = await people(admin)
  expect(listed.map(({ id }: { id: string }) => id).sort()).toEqual([userId, zoe.id, ada.id, guest.id].sort())
  expect(listed).toContainEqual({ id: ada.id, name: 'Ada', email: ada.email })
  expect(listed.map(({ name }: { name: string | null }) => name)).toEqual(['Ada', 'Gus', 'Somebody', 'Zoe'])
  expect(listed.map(({ id }: { id: string }) => id)).not.toContain(stranger.id)
  await say(bot.id, ada, 'Hello')
  expect(await people(guest)).toEqual([{ id: ada.id, name: 'Ada', email: null }])
  const { comment } = (await say(bot.id, guest, `<@${ada.id}> <@${zoe.id}>`)).body
  expect(comment.mentions).toEqual([{ id: ada.id, name: 'Ada' }])
})

test('comments are read by each person up to a time, which is never in the future', async () => {
  const botId = await service.publish(askingBot(newId()))
  const [ada, grace] = [await person('Ada'), await person('Grace')]
  const path = `/api/v1/bots/${botId}/comments`
  const readAt = async ({ as }: Person) => (await service.call('GET', path, undefined, as)).body.readAt
  const { createdAt } = (await say(botId, ada, 'Hello')).body.comment
  expect(await readAt(grace)).toBeNull()
  const read = (until: string) => service.call('PUT', `${path}/read`, { until }, grace.as)
  expect((await read(createdAt)).body).toEqual({ readAt: createdAt })
  expect([await readAt(grace), await readAt(ada)]).toEqual([createdAt, null])
  const future = (await read('2999-01-01T00:00:00Z')).body.readAt
  expect(Date.parse(future)).toBeLessThanOrEqual(Date.now())
})
