import type { EgressPort } from '@colloquy/ports/egress'
import type { FetchedText } from '../documents/chunk-document.js'
import type { TextKind } from '../documents/document.js'
import { fetchDocument } from './fetch-document.js'

export type FetchedPage = { kind: TextKind; text: FetchedText } | { problem: string }

/** Fetches a page for a knowledge base. */
export async function readPage(
  egress: Pick<EgressPort, 'send'>,
  workspaceId: string,
  url: string,
): Promise<FetchedPage> {
  const page = await fetchDocument(egress, { workspaceId, url, name: 'The page', accept })
  if ('problem' in page) return page
  const [type = ''] = (page.headers['content-type'] ?? 'text/html').split(';')
  const kind = kinds[type.trim().toLowerCase()]
  if (!kind) return { problem: `The address leads to ${type}, not to a page. Use HTML, Markdown, CSV or plain text.` }
  return { kind, text: { body: page.body, headers: page.headers } }
}

const accept = 'text/html, application/xhtml+xml, text/markdown, text/plain, text/csv'

const kinds: Readonly<Record<string, TextKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/csv': 'csv',
  'text/plain': 'text',
}
