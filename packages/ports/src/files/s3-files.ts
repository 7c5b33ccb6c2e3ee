import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsV4Signer } from 'aws4fetch'
import { assertPath, type FilePort, FileStorageError } from './file-port.js'
import { Spool, type SpoolOptions } from './spool.js'

export interface S3Options {
  /** Origin of the service, such as https://s3.example.com; buckets are the first part of the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Files in a bucket of any service that speaks S3. They pass through this service both ways, so that the bucket can stay
 * closed and every answer carries our headers. A file goes there once all of it has arrived here: S3 wants the length first.
 */
export function openS3Files({ endpoint, bucket, ...credentials }: S3Options, spoolOptions: SpoolOptions): FilePort {
  const spool = new Spool(spoolOptions)

  async function send(method: 'GET' | 'PUT' | 'DELETE', path: string, init: Init = {}): Promise<Response> {
    assertPath(path)
    const signer = new AwsV4Signer({
      ...credentials,
      service: 's3',
      method,
      url: `${endpoint}/${encodeURIComponent(bucket)}/${path}`,
      headers: init.headers,
    })
    const { url, headers } = await signer.sign()
    const slow = new AbortController()
    const timer = setTimeout(() => slow.abort(), answerTime)
    try {
      return await fetch(url, { method, headers, signal: slow.signal, redirect: 'error', ...bodyOf(init.body) })
    } catch (error) {
      throw new FileStorageError('unavailable', error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    put: (path, content) =>
      spool.through(content, async (file) => {
        const headers = {
          'content-length': String(file.size),
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
        }
        await expectSuccess(await send('PUT', path, { headers, body: createReadStream(file.path) }))
      }),

    async get(path, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const response = await send('GET', path, { headers })
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      await expectSuccess(response)
      return response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([])
    },

    async remove(path) {
      const response = await send('DELETE', path)
      if (response.status !== 404) await expectSuccess(response)
      await response.body?.cancel()
    },

    close: () => spool.close(),
  }
}

interface Init {
  headers?: Record<string, string>
  body?: Readable
}

/** Milliseconds until the service has to begin its answer. */
const answerTime = 60_000

function bodyOf(body: Readable | undefined) {
  return body ? { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' as const } : {}
}

/** The service says in XML what was wrong: its code is all that anybody needs. */
async function expectSuccess(response: Response): Promise<void> {
  if (response.ok) return
  const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? 'no code'
  const isFull = response.status === 507 || /full|quota/i.test(code)
  throw new FileStorageError(isFull ? 'full' : 'unavailable', new Error(`S3 answered ${response.status} (${code})`))
}
