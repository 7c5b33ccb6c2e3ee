import { Readable } from 'node:stream'
import fastify, { type FastifyReply } from 'fastify'
import { calendarScript } from './calendar-script.js'
import { completion, completionEvents } from './model-wire.js'
import { type Asked, practiceAnswer } from './practice-model.js'
import { PracticeSheet } from './practice-sheet.js'

export interface StandInServices {
  /** Without a trailing slash. */
  url: string
  /** For `EGRESS_ALLOW`. */
  entry: string
}

/** Models that are listed; the templates use the first one. */
const models = ['gpt-4o-mini', 'demo-model']

/**
 * Local services that need no account: a model under `/model`, a voice under `/voice`, a spreadsheet under `/google`, a calendar under
 * `/calendar`. They implement the protocols of the real ones as far as the demo's bots use them. The front page shows the spreadsheet.
 */
export async function openStandIns(): Promise<StandInServices> {
  const app = fastify({ bodyLimit: maxBytes, forceCloseConnections: true })
  const sheet = new PracticeSheet()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error: Error, _request, reply) => reply.code(400).send({ error: { message: error.message } }))
  app.setNotFoundHandler((_request, reply) => unknownCall(reply))
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(sheetPage(sheet)))
  app.get('/calendar/*', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(calendarScript))
  app.get('/model/models', () => ({ data: models.map((id) => ({ id, created: 0, object: 'model' })) }))
  app.post<{ Body: Completion }>('/model/chat/completions', ({ body: { model = '', stream, ...asked } }, reply) => {
    const said = practiceAnswer(asked)
    if (stream !== true) return completion(model, said)
    return reply.type('text/event-stream').send(Readable.from(completionEvents(model, said)))
  })
  app.get('/voice/v1/user', () => ({ user_id: 'demo' }))
  app.get('/voice/v1/voices', () => ({ voices: [{ voice_id: 'demo-voice', name: 'Silence' }] }))
  app.get('/voice/v1/models', () => [{ model_id: 'demo-model', name: 'Silence', can_do_text_to_speech: true }])
  app.post('/voice/v1/text-to-speech/*', (_request, reply) => reply.type('audio/mpeg').send(silence))
  app.all('/google/*', ({ url, body }, reply) => {
    const { pathname } = new URL(url, 'http://stand-in')
    return sheet.answer(pathname.slice('/google'.length), body) ?? unknownCall(reply)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, entry: new URL(url).host }
}

type Completion = Asked & { model?: string; stream?: boolean }

const maxBytes = 10_000_000

const unknownCall = (reply: FastifyReply) =>
  reply.code(404).send({ error: { message: 'The stand-ins of the demo do not know this call.' } })

/** A second of silence as MP3: an ID3 tag without entries, and frames of 128 kbit/s at 44.1 kHz, which last 26 ms each. */
const silence = Buffer.concat([
  Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
  ...Array.from({ length: 38 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
])

function sheetPage({ rows: [header = [], ...rows] }: PracticeSheet): string {
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const lines = `${cells('th', header)}${rows.map((row) => cells('td', row)).join('')}`
  return `<!doctype html><html lang="en"><title>Spreadsheet of the demo</title><style>${style}</style><h1>Leads</h1><table>${lines}</table>`
}

const style =
  'body{font:16px system-ui;margin:3rem;color:#222}td,th{border:1px solid #bbb;padding:.4rem .8rem;text-align:left}table{border-collapse:collapse}'

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
