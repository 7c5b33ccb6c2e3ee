import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { FileStorageError, openS3Files } from '@colloquy/ports/files'
import { openMailPort } from '@colloquy/ports/mail'
import { instanceOwner } from '@colloquy/ports/shares'
import type { Config } from '../config/config.js'
import { defaultLimits } from '../limits/limits.js'
import type { Finding } from './finding.js'

/** Examines the services configured next to the server: object storage and mail server. Empty when none are configured. */
export async function examineNeighbours({ s3, mailAccount }: Pick<Config, 's3' | 'mailAccount'>): Promise<Finding[]> {
  const looks = [s3 && objectStorage(s3), mailAccount && mailServer(mailAccount)]
  return (await Promise.all(looks)).filter((finding) => finding !== undefined)
}

/** Writes a small file, reads it and removes it: permission to read a bucket does not imply permission to write to it. */
async function objectStorage(options: NonNullable<Config['s3']>): Promise<Finding> {
  const what = 'object storage'
  const where = `${options.bucket} at ${options.endpoint}`
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-doctor-'))
  const files = openS3Files(options, { folder })
  const path = `doctor/${randomUUID()}`
  try {
    await files.put(path, Readable.from([Buffer.from(path)]))
    const found = await files.get(path)
    const read = found && (await text(found))
    await files.remove(path)
    if (read !== path) throw new Error('The file cannot be read after writing it')
    return { state: 'ok', what, found: `${where} takes, gives and removes files` }
  } catch (error) {
    const todo =
      'look at S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys, and at what these may do; uploads are refused until then'
    return { state: 'error', what, found: `${where}: ${reasonOf(error as Error)}`, todo }
  } finally {
    files.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Unwraps the cause of errors from the storage port and from `fetch`. */
function reasonOf(error: Error): string {
  const isWrapped = error instanceof FileStorageError || error.message === 'fetch failed'
  return isWrapped && error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

async function mailServer(account: NonNullable<Config['mailAccount']>): Promise<Finding> {
  const what = 'mail server'
  const outcome = await openMailPort({ limits: defaultLimits, checkAddress: async () => unchecked }).verify(
    account,
    instanceOwner,
  )
  if (outcome.kind === 'sent') return { state: 'ok', what, found: `${account.host}:${account.port} lets us in` }
  return { state: 'error', what, found: outcome.reason, todo: 'look at SMTP_URL; no email is sent until then' }
}

/** Never used: SMTP accounts of the operator are trusted, so their addresses are not checked. */
const unchecked = { kind: 'refused', reason: 'The account of the operator is not trusted' } as const
