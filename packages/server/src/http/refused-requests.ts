import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '@colloquy/api'

/** Returns the error for a request that Node's HTTP parser refuses, by the parser's code. */
export function parserError(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large')
  return new ApiError('invalid_request', { message: 'The request is not readable HTTP' })
}

/** Writes the error to a connection on which no request could be read, and ends the connection. */
export function endWithError(socket: Duplex & { destroySoon?: () => void }, error: ApiError): void {
  const body = JSON.stringify(error.toBody())
  const lines = [
    `HTTP/1.1 ${error.status} ${reasons[error.status] ?? 'Error'}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon?.()
}

const jsonType = 'application/json; charset=utf-8'
const reasons: Readonly<Record<number, string>> = { 400: 'Bad Request', 431: 'Request Header Fields Too Large' }

/** Answers a request with an `Expect` header other than `100-continue`. */
export function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const error = new ApiError('expectation_failed')
  const body = JSON.stringify(error.toBody())
  const headers = { 'content-type': jsonType, 'content-length': Buffer.byteLength(body), connection: 'close' }
  response.writeHead(error.status, headers).end(body)
}

/** Throws if the request lacks the one `Host` header that HTTP/1.1 requires, or has a transfer encoding other than chunks. */
export function checkHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at] as string)) hosts += 1
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw new ApiError('invalid_request', { message: `Send the header Host once: it was sent ${hosts} times` })
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked')
    throw new ApiError('transfer_encoding_unsupported')
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host'
