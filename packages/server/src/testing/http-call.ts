import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface HttpResponse {
  status: number
  text: string
  headers: IncomingHttpHeaders
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * Makes one request over a real connection, with the path unchanged. For a stream of server-sent events, which has no end, it returns
 * the first message.
 */
export function httpCall(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<HttpResponse> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      let text = ''
      const isStream = incoming.headers['content-type'] === 'text/event-stream'
      const done = () => resolve({ status: incoming.statusCode ?? 0, text, headers: incoming.headers })
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
        if (!isStream || !text.includes('\n\n')) return
        done()
        outgoing.destroy()
      })
      incoming.on('error', reject)
      incoming.on('end', done)
    })
    outgoing.end(body)
  })
}
