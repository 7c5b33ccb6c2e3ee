import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

describe('replies', () => {
  const other = () => visitor(service)

  test('files of the same conversation are taken, several where several are allowed', async () => {
    const someone = await visitor(service, { isMultipleAllowed: true })
    const urls = [await someone.upload(png()), await someone.upload(Buffer.from('hello'))].map(({ fileUrl }) => fileUrl)
    expect((await someone.say(urls.join(', '))).body.input.id).toBe('in1')
    expect((await someone.result()).answers[0]).toMatchObject({
      content: urls.join(', '),
      storageUsed: png().length + 5,
    })
  })

  test('a file of another conversation, or one that never arrived, is asked for again', async () => {
    const someone = await visitor(service)
    const foreign = (await (await other()).upload(png())).fileUrl
    const pending = (await someone.ask({})).body.fileUrl
    for (const url of [foreign, pending, `${foreign}, ${pending}`]) {
      expect((await someone.say(url)).body).toMatchObject({ input: { id: 'file' }, messages: [{ id: 'file' }] })
    }
  })

  test('files elsewhere are accepted as they are, and use no storage here', async () => {
    const someone = await visitor(service)
    expect((await someone.say('https://elsewhere.example/a.png')).body.input.id).toBe('in1')
    expect((await someone.result()).answers[0].storageUsed).toBe(0)
  })

  test('attachments of a text are counted, and foreign ones dropped', async () => {
    const someone = await visitor(service, { attachments: { isEnabled: true, saveVariableId: 'v1' } }, 'text input')
    const mine = (await someone.upload(png())).fileUrl
    const foreign = (await (await other()).upload(png())).fileUrl
    await someone.say({ type: 'text', text: `see ${foreign}`, attachedFileUrls: [mine, foreign] })
    const { answers } = await someone.result()
    expect(answers[0]).toMatchObject({
      content: `see ${foreign}`,
      storageUsed: png().length,
      attachedFileUrls: [mine],
    })
    const [row] = await service.storage.results.answers([someone.resultId])
    expect(JSON.parse(row?.attachedFileUrls ?? '')).toEqual([mine])
  })
})
