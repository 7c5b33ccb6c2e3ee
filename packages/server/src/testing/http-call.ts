import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface HttpAnswer {
  status: number
  text: string
  headers: IncomingHttpHeaders
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One request over a real connection; the path goes out just as it is given. */
export function httpCall(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<HttpAnswer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('error', reject)
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text, headers: incoming.headers }))
    })
    outgoing.end(body)
  })
}
