import { createHash } from 'node:crypto'
import { asOpenApi30, docsPage, escapeHtml, openApiDocument } from '@colloquy/api'

/** The description of the API for programs and for readers. */
export const openApiTexts = {
  '3.0': renderedOnce((publicUrl) => JSON.stringify(asOpenApi30(openApiDocument(publicUrl))), inJson),
  '3.1': renderedOnce((publicUrl) => JSON.stringify(openApiDocument(publicUrl)), inJson),
}
export const docsText = renderedOnce(docsPage, escapeHtml)

export interface RenderedText {
  text: string
  etag: string
}

/**
 * Renders with a placeholder at the first call, which takes tens of milliseconds. The address is inserted when another one is asked for than
 * the last time: requests choose it by their Host header where the settings name none.
 */
export function renderedOnce(
  render: (publicUrl: string) => string,
  escaped: (publicUrl: string) => string,
): (publicUrl: string) => RenderedText {
  let parts: string[] | undefined
  let hash = ''
  let latest: (RenderedText & { publicUrl: string }) | undefined
  return (publicUrl) => {
    if (latest?.publicUrl === publicUrl) return latest
    if (parts === undefined) {
      parts = render(placeholder).split(placeholder)
      hash = sha256(parts.join())
    }
    latest = { publicUrl, text: parts.join(escaped(publicUrl)), etag: `"${sha256(hash + publicUrl)}"` }
    return latest
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

const placeholder = 'https://public-url.invalid'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
