import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { calendarScript } from './calendar-script.js'
import { completion, completionEvents } from './model-wire.js'
import { type Asked, practiceAnswer } from './practice-model.js'
import { PracticeSheet } from './practice-sheet.js'

export interface StandInServices {
  /** Without a slash at its end. */
  url: string
  /** For `EGRESS_ALLOW`. */
  entry: string
  close(): void
}

/** Models that are listed; the templates name the first one. */
const models = ['gpt-4o-mini', 'demo-model']

/**
 * Services on this machine that need no account: a model under `/model`, a voice under `/voice`, a spreadsheet under `/google`, a calendar
 * under `/calendar`. They speak the protocols of the real ones as far as the bots of the demo use them. The front page shows the spreadsheet.
 */
export async function openStandIns(): Promise<StandInServices> {
  const sheet = new PracticeSheet()
  const server = createServer((request, response) => {
    answer(request, response, sheet).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendJson(response, { error: { message: String(error) } }, 400)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    entry: `127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, sheet: PracticeSheet): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const body = await textOf(request)
  const [, service = '', path = ''] = /^\/([^/]*)(.*)$/.exec(pathname) ?? []
  switch (service) {
    case '':
      return void send(response, 'text/html; charset=utf-8', sheetPage(sheet))
    case 'model':
      return answerAsModel(path, body, response)
    case 'voice':
      return answerAsVoice(path, response)
    case 'calendar':
      return void send(response, 'text/javascript; charset=utf-8', calendarScript)
    case 'google': {
      const found = sheet.answer(path, body)
      return found ? sendJson(response, found) : sendJson(response, { error: { message: 'The demo does not know this call.' } }, 404)
    }
    default:
      return sendJson(response, { error: { message: `There is no stand-in under /${service}.` } }, 404)
  }
}

async function answerAsModel(path: string, body: string, response: ServerResponse): Promise<void> {
  if (path === '/models') return sendJson(response, { data: models.map((id) => ({ id, created: 0, object: 'model' })) })
  const { model = '', stream, ...asked } = JSON.parse(body) as Asked & { model?: string; stream?: boolean }
  const said = practiceAnswer(asked)
  if (stream !== true) return sendJson(response, completion(model, said))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for await (const event of completionEvents(model, said)) {
    if (response.destroyed) return
    response.write(event)
  }
  response.end()
}

function answerAsVoice(path: string, response: ServerResponse): void {
  if (path === '/v1/user') return sendJson(response, { user_id: 'demo' })
  if (path === '/v1/voices') return sendJson(response, { voices: [{ voice_id: 'demo-voice', name: 'Silence' }] })
  if (path === '/v1/models')
    return sendJson(response, [{ model_id: 'demo-model', name: 'Silence', can_do_text_to_speech: true }])
  send(response, 'audio/mpeg', silence)
}

/** A second of silence as MP3: an ID3 tag without entries, and frames of 128 kbit/s at 44.1 kHz, which last 26 ms each. */
const silence = Buffer.concat([
  Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
  ...Array.from({ length: 38 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
])

function sheetPage({ rows: [header = [], ...rows] }: PracticeSheet): string {
  const cells = (tag: string, row: readonly string[]) => `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const style = 'body{font:16px system-ui;margin:3rem}td,th{border:1px solid #bbb;padding:.4rem .8rem;text-align:left}table{border-collapse:collapse}'
  return `<!doctype html><html lang="en"><title>Spreadsheet of the demo</title><style>${style}</style><h1>Leads</h1><table>${cells('th', header)}${rows.map((row) => cells('td', row)).join('')}</table>`
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function sendJson(response: ServerResponse, content: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
}

function send(response: ServerResponse, type: string, content: string | Buffer): void {
  response.writeHead(200, { 'content-type': type }).end(content)
}
