import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A bucket in memory that is as strict as S3: it verifies version 4 signatures in the Authorization header and the age of requests, and
 * requires the length of uploads. Based on Amazon's description of the signing process.
 */
export async function fakeS3(
  options = { bucket: 'files', region: 'eu-test-1', accessKeyId: 'KEY', secretAccessKey: 'SECRET' },
) {
  const objects = new Map<string, Buffer>()
  let isFull = false
  let isAway = false
  let turnedAway = 0
  const server = createServer(async (request, response) => {
    const body = await read(request)
    const refuse = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
    if (isAway) {
      turnedAway++
      return refuse(503, 'SlowDown')
    }
    const wrong = wrongSignature(request, body, options)
    if (wrong) return refuse(403, wrong)
    const [, bucket, ...rest] = (request.url ?? '').split('/')
    const key = rest.join('/')
    if (bucket !== options.bucket) return refuse(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength')
      if (isFull) return refuse(507, 'XMinioStorageFull')
      objects.set(key, body)
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (request.method !== 'GET' || !object) return refuse(404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) return response.writeHead(200).end(object)
    return response.writeHead(206).end(object.subarray(Number(range[1]), Number(range[2]) + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...options,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    fill: () => {
      isFull = true
    },
    /** Number of requests while it was unavailable. */
    turnedAway: () => turnedAway,
    setAway: (is: boolean) => {
      isAway = is
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

interface Keys {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

function wrongSignature(request: IncomingMessage, body: Buffer, keys: Keys): string | undefined {
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  const date = String(request.headers['x-amz-date'])
  if (!header || !/^\d{8}T\d{6}Z$/.test(date)) return 'AccessDenied'
  const scope = `${date.slice(0, 8)}/${keys.region}/s3/aws4_request`
  if (header[1] !== `${keys.accessKeyId}/${scope}`) return 'InvalidAccessKeyId'
  const time = Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (Math.abs(Date.now() - time) > 900_000) return 'RequestTimeTooSkewed'
  const names = (header[2] as string).split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name))) return 'AccessDenied'
  const payload = String(request.headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const [path, query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    header[2],
    payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${keys.secretAccessKey}`)
  const isRight = timingSafeEqual(hmac(key, text), Buffer.from(header[3] as string, 'hex'))
  return isRight ? undefined : 'SignatureDoesNotMatch'
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
