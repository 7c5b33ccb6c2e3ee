import { existsSync, readdirSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { askingBot, type testService } from './test-service.js'

type TestService = Awaited<ReturnType<typeof testService>>

/** A bot that asks for a file by an input with these options, then for a text. */
export function fileBot(publicId: string, options: object = {}, type = 'file input') {
  const bot = askingBot(publicId, 2)
  const blocks = (bot.groups[0] as { blocks: object[] }).blocks
  blocks[1] = { id: 'file', type, options: { variableId: 'v1', ...options } }
  return bot
}

/** A visitor of a new bot that asks for files with `options`, and then for `second`. */
export async function visitor(service: TestService, options: object = {}, type?: string, second?: object) {
  const publicId = `files-${Math.random().toString(36).slice(2)}`
  const bot = fileBot(publicId, options, type)
  if (second) (bot.groups[0] as { blocks: object[] }).blocks[2] = second
  const botId = await service.publish(bot)
  const { sessionId, resultId } = (await service.call('POST', `/api/v1/bots/${publicId}/startChat`)).body
  return {
    botId,
    publicId,
    sessionId: sessionId as string,
    resultId: resultId as string,
    ask: (file: object) =>
      service.call('POST', '/api/v3/generate-upload-url', {
        sessionId,
        blockId: 'ignored',
        fileName: 'a.png',
        ...file,
      }),
    /** Requests an upload address and sends the bytes there. */
    async upload(bytes: Buffer, file: object = {}) {
      const { body } = await this.ask(file)
      const sent = await put(service, body.presignedUrl, bytes, body.fileType)
      return { ...body, ...sent } as { status: number; code?: string; fileUrl: string; presignedUrl: string }
    },
    say: (message: unknown) => service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message }),
    result: async () => (await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}`)).body.result,
  }
}

export async function put(service: TestService, url: string, payload: Buffer | string, type?: string) {
  const answer = await service.app.inject({
    method: 'PUT',
    url: pathOf(url),
    payload,
    headers: type === undefined ? {} : { 'content-type': type },
  })
  return { status: answer.statusCode, ...(answer.body ? { code: answer.json().code as string } : {}) }
}

/** Makes a GET request without a token. */
export const get = (service: TestService, url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url: pathOf(url), headers })

export const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

/** A PNG with one gray pixel, whatever size its header declares. */
export function png(width = 1, height = 1): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const chunk = (name: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const data = chunk('IDAT', deflateSync(Buffer.from([0, 128])))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    data,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the id in the address of a file. */
export const idOf = (fileUrl: string) => fileUrl.split('/').at(-1)?.split('.')[0] as string

/** Lists all files below a folder. */
export const filesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []

/** Uploads an author's file as the owner. */
export async function authorUpload(
  service: TestService,
  botId: string,
  content: Buffer | string,
  type: string,
  name = 'logo.png',
) {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/v1/bots/${botId}/files?name=${encodeURIComponent(name)}`,
    payload: content,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': type },
  })
  return { status: answer.statusCode, body: answer.json() }
}
