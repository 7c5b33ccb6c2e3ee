import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import {
  type DocumentShapes,
  markdown,
  pages,
  robots,
  sitemaps,
  tables,
  texts,
} from '@colloquy/test-kit/hostile-documents'
import { modelAnswers, streamWithoutEnd } from './hostile-model.js'
import { answerModels } from './long-lists.js'

const slowMs = 60_000
const largeAnswer = Buffer.from(JSON.stringify({ text: 'x'.repeat(4_900_000) }))
const sitemapBytes = 9_000_000
const robotsBytes = 900_000
/** Sitemaps that an index, or `robots.txt`, may name, and pages of one site that are read. */
const maxSitemaps = 20
const maxPages = 200
/** Levels of a schema that exceed every call stack. */
const levels = 100_000

/** The kinds of documents, each with the type that a server gives it and its shapes. */
export const documentKinds = {
  html: { type: 'text/html', shapes: pages },
  csv: { type: 'text/csv', shapes: tables },
  markdown: { type: 'text/markdown', shapes: markdown },
  text: { type: 'text/plain', shapes: texts },
} satisfies Record<string, { type: string; shapes: DocumentShapes }>

export const sitemapShapes = Object.keys(sitemaps)
const shapesOfSitemaps = Object.values(sitemaps)

type Answer = (request: IncomingMessage, response: ServerResponse, path: readonly string[]) => unknown

/**
 * What the hostile web server answers, by the first part of a path. `document/<kind>/<number of its shape>/<bytes>`,
 * `site/<number of a shape>.xml`, `model/<name of an answer>/…`, `models-of/<number of models>/…`; whatever is below `hang` is never answered.
 */
const answers: Readonly<Record<string, Answer>> = {
  slow: (_, response) => setTimeout(() => response.end('{}'), slowMs).unref(),
  hang: () => undefined,
  large: (_, response) => response.setHeader('content-type', 'application/json').end(largeAnswer),
  document(_, response, [kind = '', number, bytes]) {
    const { type, shapes } = documentKinds[kind as keyof typeof documentKinds]
    const shape = Object.values<(size: number) => string>(shapes)[Number(number)]
    const body = once(`${kind} ${number} ${bytes}`, () => Buffer.from(shape?.(Number(bytes)) ?? ''))
    response.setHeader('content-type', type).end(body)
  },
  /** A few kilobytes that become millions. */
  site(_, response, [file]) {
    const shape = shapesOfSitemaps[Number.parseInt(file ?? '', 10)]
    response.end(once(`site ${file}`, () => gzipSync(shape?.(sitemapBytes) ?? '')))
  },
  /** An index of an index of sitemaps. */
  'index.xml': (request, response) => response.end(indexOf(request, ['index.xml', ...packedSitemaps()])),
  'robots.txt': (request, response) =>
    response.end(
      [...packedSitemaps().map((path) => `Sitemap: ${ownUrl(request)}/${path}\n`), robots.blanks?.(robotsBytes)].join(
        '',
      ),
    ),
  'hanging.xml': (request, response) => response.end(sitemapOf(request, (page) => `hang/${page}`)),
  model(request, response, [name = '']) {
    request.resume()
    response.setHeader('content-type', 'text/event-stream')
    if (name === 'endless') streamWithoutEnd(response)
    else response.end(once(`model ${name}`, () => Buffer.from(modelAnswers[name]?.() ?? '')))
  },
  'models-of': (_, response, [length]) => answerModels(response, Number(length)),
  /** A server of tools, one of which has a schema without bottom. */
  async tools(request, response) {
    let text = ''
    for await (const part of request) text += part
    const { id, method } = JSON.parse(text || '{}')
    const schema = once('schema', () => Buffer.from(`${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`))
    const result =
      method === 'tools/list'
        ? `{"resultType":"complete","tools":[{"name":"deep","inputSchema":${schema}}]}`
        : '{"resultType":"complete","supportedVersions":["2026-07-28"]}'
    response.setHeader('content-type', 'application/json')
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)},"result":${result}}`)
  },
}

export function answerHostilely(request: IncomingMessage, response: ServerResponse): void {
  const [name = '', ...path] = (request.url ?? '').slice(1).split(/[/?]/)
  response.on('error', () => {})
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
  if (answer) void answer(request, response, path)
  else response.setHeader('content-type', 'application/json').end('{}')
}

const kept = new Map<string, Buffer>()

/** Makes a body once. */
function once(name: string, make: () => Buffer): Buffer {
  const known = kept.get(name) ?? make()
  kept.set(name, known)
  return known
}

const ownUrl = ({ headers: { host } }: IncomingMessage): string => `http://${host}`

const packedSitemaps = (): string[] =>
  Array.from({ length: maxSitemaps }, (_, index) => `site/${index % shapesOfSitemaps.length}.xml`)

const indexOf = (request: IncomingMessage, paths: readonly string[]): string =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${ownUrl(request)}/${path}</loc></sitemap>`).join('')}</sitemapindex>`

const sitemapOf = (request: IncomingMessage, path: (page: number) => string): string =>
  `<urlset>${Array.from({ length: maxPages }, (_, page) => `<url><loc>${ownUrl(request)}/${path(page)}</loc></url>`).join('')}</urlset>`
