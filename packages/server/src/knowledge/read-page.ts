import { decodeText, type EgressPort } from '@colloquy/ports/egress'
import type { TextKind } from './document.js'

export type FetchedPage = { kind: TextKind; text: string } | { problem: string }

/** Fetches a page for a knowledge base. */
export async function readPage(egress: EgressPort, workspaceId: string, url: string): Promise<FetchedPage> {
  const answer = await egress.send({ owner: { workspaceId }, url, method: 'GET', headers, timeoutSeconds: 20 })
  switch (answer.kind) {
    case 'timeout':
      return { problem: `The page took longer than ${answer.seconds} s.` }
    case 'too-large':
      return { problem: `The page is larger than ${answer.maxBytes} bytes.` }
    case 'refused':
    case 'failed':
      return { problem: answer.reason }
  }
  if (answer.status < 200 || answer.status > 299) return { problem: `The page answered ${answer.status}.` }
  const [type = ''] = (answer.headers['content-type'] ?? 'text/html').split(';')
  const kind = kinds[type.trim().toLowerCase()]
  if (!kind) return { problem: `The address leads to ${type}, not to a page. Use HTML, Markdown, CSV or plain text.` }
  return { kind, text: decodeText(answer.body, answer.headers) }
}

const headers = [['accept', 'text/html, application/xhtml+xml, text/markdown, text/plain, text/csv']] as const

const kinds: Readonly<Record<string, TextKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/csv': 'csv',
  'text/plain': 'text',
}
