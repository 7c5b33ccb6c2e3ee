import { createHash } from 'node:crypto'
import { escapeHtml } from '@colloquy/api'
import { JobThread } from '../process/job-thread.js'
import type { Encoding } from './accepted-encoding.js'
import { compress } from './compress-responses.js'
import type { Rendering } from './describe-api-thread.js'

/** Descriptions of the API for programs and for readers. */
export const openApiTexts = {
  '3.0': renderedOnce((publicUrl) => rendered({ form: 'OpenAPI 3.0', publicUrl }), inJson),
  '3.1': renderedOnce((publicUrl) => rendered({ form: 'OpenAPI 3.1', publicUrl }), inJson),
}
export const docsText = renderedOnce((publicUrl) => rendered({ form: 'page', publicUrl }), escapeHtml)

/** Renders in a temporary thread, since it takes hundreds of milliseconds, once. */
async function rendered(what: Rendering): Promise<string> {
  const thread = new JobThread<Rendering, string>('http/describe-api-thread.js', {
    milliseconds: 60_000,
    megabytes: 512,
  })
  try {
    return await thread.run(what)
  } finally {
    await thread.close()
  }
}

export interface RenderedText {
  bytes: Buffer
  etag: string
  /** Returns the bytes in an encoding; each encoding is computed once. */
  encoded(encoding: Encoding): Promise<Buffer>
}

/**
 * Renders with a placeholder at the first call, and inserts the address whenever it differs from the last one: requests determine it by
 * their Host header if the settings do not name one.
 */
export function renderedOnce(
  render: (publicUrl: string) => Promise<string>,
  escaped: (publicUrl: string) => string,
): (publicUrl: string) => Promise<RenderedText> {
  let rendering: Promise<{ parts: string[]; hash: string }> | undefined
  let latest: (RenderedText & { publicUrl: string }) | undefined
  const partsOf = async () => {
    const parts = (await render(placeholder)).split(placeholder)
    return { parts, hash: sha256(parts.join()) }
  }
  return async (publicUrl) => {
    if (latest?.publicUrl === publicUrl) return latest
    rendering ??= partsOf().catch((error) => {
      rendering = undefined
      throw error
    })
    const { parts, hash } = await rendering
    latest = { publicUrl, etag: `"${sha256(hash + publicUrl)}"`, ...encodable(parts.join(escaped(publicUrl))) }
    return latest
  }
}

function encodable(text: string): Pick<RenderedText, 'bytes' | 'encoded'> {
  const bytes = Buffer.from(text)
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    bytes,
    encoded(encoding) {
      const encoded = made.get(encoding) ?? compress(bytes, encoding)
      made.set(encoding, encoded)
      return encoded
    },
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

const placeholder = 'https://public-url.invalid'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
