import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, pathOf, png, put, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
let time: number
beforeAll(async () => {
  time = Date.now()
  service = await testService({}, { clock: () => time })
})
afterAll(() => service.close())

describe('signed addresses give access only to what they were issued for', () => {
  test('one is good once', async () => {
    const { status, presignedUrl, fileUrl } = await (await visitor(service)).upload(png())
    expect(status).toBe(204)
    expect(await put(service, presignedUrl, 'GIF89a')).toEqual({ status: 403, code: 'upload_address_invalid' })
    expect((await get(service, fileUrl)).rawPayload.equals(png())).toBe(true)
  })

  test('only one of two simultaneous uploads to it is accepted', async () => {
    const { presignedUrl } = (await (await visitor(service)).ask({})).body
    const answers = await Promise.all([put(service, presignedUrl, png()), put(service, presignedUrl, png())])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403])
  })

  test('an attempt that failed may be made again, for ten minutes', async () => {
    const someone = await visitor(service)
    const { presignedUrl } = (await someone.ask({ fileSize: 10 })).body
    expect(await put(service, presignedUrl, '')).toEqual({ status: 400, code: 'file_missing' })
    expect(await put(service, presignedUrl, 'x'.repeat(11))).toEqual({ status: 413, code: 'file_too_large' })
    expect((await put(service, presignedUrl, 'x'.repeat(10))).status).toBe(204)
    const late = (await someone.ask({})).body.presignedUrl
    time += 600_000
    expect((await put(service, late, png())).status).toBe(403)
  })

  test('a changed one is invalid', async () => {
    const someone = await visitor(service)
    const { presignedUrl } = (await someone.ask({ fileType: 'image/png' })).body
    const other = (await someone.ask({ fileType: 'image/png' })).body.presignedUrl as string
    const [id, expires, signature] = presignedUrl.slice(presignedUrl.lastIndexOf('/') + 1).split('.')
    const otherId = other.slice(other.lastIndexOf('/') + 1).split('.')[0]
    for (const token of [
      `${otherId}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${signature.slice(1)}A`,
      `${id}.${expires}.`,
      `${id}.${expires}`,
      'x'.repeat(200),
      '..%2f..%2fx',
      '__proto__',
    ]) {
      expect((await put(service, `https://x/api/uploads/${token}`, png())).status, token).toBe(403)
    }
    expect((await put(service, presignedUrl, png(), 'text/html')).status).toBe(403)
    for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
      expect((await service.call(method, pathOf(presignedUrl))).status).toBe(405)
    }
    expect((await put(service, presignedUrl, png(), 'IMAGE/PNG; charset=x')).status).toBe(204)
  })

  test('one is invalid once the conversation has continued, or its result is deleted', async () => {
    const gone = await visitor(service, { isRequired: false })
    const { presignedUrl } = (await gone.ask({})).body
    await gone.say(undefined)
    expect((await put(service, presignedUrl, png())).status).toBe(403)
    const deleted = await visitor(service)
    const address = (await deleted.ask({})).body.presignedUrl
    await service.call('DELETE', `/api/v1/bots/${deleted.botId}/results`)
    expect((await put(service, address, png())).status).toBe(403)
  })

  test('one is good for the input that asked, and so is the file', async () => {
    const second = { id: 'second', type: 'file input' }
    const someone = await visitor(service, { isRequired: false }, 'file input', second)
    const unused = (await someone.ask({})).body.presignedUrl
    const { fileUrl } = await someone.upload(png())
    expect((await someone.say(undefined)).body.input.id).toBe('second')
    expect((await put(service, unused, png())).status).toBe(403)
    expect((await someone.say(fileUrl)).body.input.id).toBe('second')
  })

  test('the address to read a private file is for that file, for an hour', async () => {
    const someone = await visitor(service, { visibility: 'Private' })
    const one = await someone.upload(png())
    const other = await someone.upload(png())
    const { location } = (await service.call('GET', pathOf(one.fileUrl))).headers as { location: string }
    expect((await get(service, location)).statusCode).toBe(200)
    const [oneName, otherName] = [one, other].map(({ fileUrl }) => fileUrl.split('/').at(-1) as string)
    expect((await get(service, location.replace(oneName as string, otherName as string))).statusCode).toBe(403)
    expect((await get(service, location.replace(/expires=\d+/, `expires=${time + 9_000_000}`))).statusCode).toBe(403)
    expect((await get(service, location.replace(/signature=.*/, 'signature='))).statusCode).toBe(403)
    time += 3_600_000
    expect((await get(service, location)).statusCode).toBe(403)
  })

  test('a private file is found under its own bot, result and block only', async () => {
    const someone = await visitor(service, { visibility: 'Private' })
    const other = await visitor(service)
    const path = pathOf((await someone.upload(png())).fileUrl)
    expect((await service.call('GET', path)).status).toBe(302)
    for (const [from, to] of [
      [someone.botId, other.botId],
      [someone.resultId, other.resultId],
      ['/blocks/file/', '/blocks/in1/'],
    ] as const) {
      expect((await service.call('GET', path.replace(from, to))).status).toBe(404)
    }
  })
})
