import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { lines, markdown, pages, repeat, robots, sitemaps, tables, texts } from '@colloquy/test-kit/hostile-documents'
import { afterAll, describe, expect, test } from 'vitest'
import type { TextKind } from '../documents/document.js'
import { Documents } from '../documents/documents.js'
import { defaultLimits } from './limits.js'

const packages = join(dirname(fileURLToPath(import.meta.url)), '../../..')

type Shape = (size: number) => unknown
// biome-ignore lint/suspicious/noExplicitAny: modules of other packages are read by their path
type Module = Record<string, any>

/** The process or thread of a parser. Its time grows with its input everywhere; other places than the main thread limit it besides. */
type Executor = 'main thread' | 'process for documents' | 'thread for head code'

interface Parser {
  runs: Executor
  /** Names of the shapes of input that cost most, and what parses one of a size. */
  shapes: (module: Module) => Record<string, Shape>
  /** Largest size that is measured. */
  max?: number
}

/** Parses a text of each shape; a parser may throw. */
const each = (parse: (text: string) => unknown, shapes: Record<string, (size: number) => string>) =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, text]): [string, Shape] => {
      const made = new Map<number, string>()
      const run: Shape = async (size) => {
        const input = made.get(size) ?? text(size)
        made.set(size, input)
        try {
          const read = await parse(input)
          if (read && typeof read === 'object' && Symbol.iterator in read) for (const _ of read as Iterable<unknown>);
        } catch (error) {
          if (!(error instanceof Error)) throw error
        }
      }
      return [name, run]
    }),
  )

const chunk = (module: Module, kind: TextKind) => (text: string) =>
  module.chunkDocument({ kind, text, title: undefined, url: null }, defaultLimits)
const named = (prefix: string, shapes: Record<string, Shape>) =>
  Object.fromEntries(Object.entries(shapes).map(([name, run]): [string, Shape] => [`${prefix}, ${name}`, run]))

/** Feeds events to a reader of a model's answer. */
const fed =
  (make: () => Module, event: (index: number) => object): Shape =>
  (size) => {
    const reader = make()
    for (let index = 0; index < size / 16; index++) reader.event(event(index))
    return reader.end()
  }
const piece = (call: object) => ({ choices: [{ delta: { tool_calls: [call] } }] })

/** Every parser of text from outside. */
const parsers: Record<string, Parser> = {
  'server/src/documents/chunk-document.ts': {
    runs: 'process for documents',
    shapes: (module) => ({
      ...named('HTML', each(chunk(module, 'html'), pages)),
      ...named('CSV', each(chunk(module, 'csv'), tables)),
      ...named('Markdown', each(chunk(module, 'markdown'), markdown)),
      ...named('text', each(chunk(module, 'text'), texts)),
    }),
    max: 8_000_000,
  },
  'server/src/documents/read-contacts.ts': {
    runs: 'process for documents',
    shapes: ({ readContactColumns, readContacts }) => {
      const limits = { ...defaultLimits, contactImportRows: 1e9 }
      const definitions = [{ id: 'a', name: 'plan', type: 'list' }]
      const columns = ['name', 'email', 'tags', 'attribute.plan', 'telegram']
      return {
        ...each((csv) => readContacts({ csv, definitions, columns, fromRow: 2 }, limits), tables),
        ...named(
          'columns',
          each((csv) => readContactColumns({ csv, definitions }, limits), tables),
        ),
      }
    },
    max: 4_000_000,
  },
  'server/src/documents/read-sitemap.ts': {
    runs: 'process for documents',
    shapes: ({ readSitemap, readRobots }) => {
      const about = { headers: {}, url: 'https://a.example/s', site: 'https://a.example/', folder: '/', max: 200 }
      const limits = { ...defaultLimits, sitemapBytes: 1e9, sitemapEntries: 1e9 }
      return {
        ...each((text) => readSitemap({ ...about, body: Buffer.from(text) }, limits), sitemaps),
        ...named(
          'packed',
          each((text) => readSitemap({ ...about, body: gzipSync(text) }, limits), sitemaps),
        ),
        ...named(
          'robots.txt',
          each((text) => readRobots({ body: Buffer.from(text), headers: {} }), robots),
        ),
      }
    },
    max: 4_000_000,
  },
  'server/src/head-code/elements-of.ts': {
    runs: 'thread for head code',
    shapes: ({ elementsOf }) => {
      const {
        'one element with many attributes': _,
        'elements with many attributes': __,
        'attributes of the body': ___,
        ...rest
      } = pages
      return each((text) => elementsOf(text, 500), rest)
    },
    max: 64_000,
  },
  'server/src/service-calls/event-stream.ts': {
    runs: 'main thread',
    shapes: ({ EventStream }) =>
      each(
        (text) => {
          const stream = new EventStream(() => {})
          for (let at = 0; at < text.length; at += 65_536) stream.feed(text.slice(at, at + 65_536))
        },
        {
          usual: repeat('event: x\ndata: {"a":1}\n\n'),
          'carriage returns': repeat('\r'),
          'line feeds after a carriage return': (size) => `${repeat('a\n')(size)}\r`,
          'unknown fields': repeat('x\n'),
          'lines of one event': repeat('data: x\n'),
          'one line': repeat('x'),
          'times to wait': repeat('retry: x\n'),
        },
      ),
    max: 8_000_000,
  },
  'server/src/models/read-chat.ts': {
    runs: 'main thread',
    shapes: ({ ChatReader }) => ({
      'pieces of calls by index': fed(
        () => new ChatReader(),
        (index) => piece({ index }),
      ),
      'pieces of calls by id': fed(
        () => new ChatReader(),
        (index) => piece({ id: `${index}`, function: { name: 'a' } }),
      ),
      'pieces of few calls': fed(
        () => new ChatReader(),
        (index) => piece({ index: index % 100, id: `${index}` }),
      ),
      'arguments of one call': fed(
        () => new ChatReader(),
        () => piece({ index: 0, function: { arguments: 'a' } }),
      ),
      'parts of one text': fed(
        () => new ChatReader(),
        () => ({ choices: [{ delta: { content: [{ type: 'text', text: 'a' }] } }] }),
      ),
    }),
    max: 4_000_000,
  },
  'server/src/models/read-messages.ts': {
    runs: 'main thread',
    shapes: ({ MessagesReader }) => ({
      'numbers of tokens': fed(
        () => new MessagesReader(),
        (index) => ({ type: 'message_delta', usage: { [`a${index}`]: 1, output_tokens: index } }),
      ),
      'beginnings of calls': fed(
        () => new MessagesReader(),
        (index) => ({ type: 'content_block_start', index, content_block: { type: 'tool_use' } }),
      ),
      'arguments of one call': fed(
        () => new MessagesReader(),
        () => ({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: 'a' } }),
      ),
    }),
    max: 4_000_000,
  },
  'server/src/models/read-response.ts': {
    runs: 'main thread',
    shapes: ({ ResponseReader }) => ({
      calls: fed(
        () => new ResponseReader(),
        (index) => ({ type: 'response.output_item.done', item: { type: 'function_call', call_id: `${index}` } }),
      ),
    }),
    max: 4_000_000,
  },
  'server/src/models/read-dify.ts': {
    runs: 'main thread',
    shapes: ({ DifyReader }) => ({
      pieces: fed(
        () => new DifyReader(),
        () => ({ event: 'message', answer: '<think>'.repeat(4) }),
      ),
      'replaced texts': fed(
        () => new DifyReader(),
        () => ({ event: 'message_replace', answer: 'a' }),
      ),
    }),
    max: 1_000_000,
  },
  'server/src/models/without-thoughts.ts': {
    runs: 'main thread',
    shapes: ({ withoutThoughts }) =>
      each((text) => withoutThoughts().push(text), {
        thoughts: repeat('<think>a</think>'),
        beginnings: repeat('<think>'),
        'halves of tags': repeat('<thin'),
      }),
    max: 4_000_000,
  },
  'server/src/mcp/tool-client.ts': {
    runs: 'main thread',
    shapes: ({ toolOf }) => ({
      ...each((text) => toolOf({ name: 'a', inputSchema: JSON.parse(text) }), {
        'a wide schema': (size) => `{"a":[${repeat('{},')(size)}{}]}`,
        'a deep schema': (size) => `${'{"a":'.repeat(size / 8)}{}${'}'.repeat(size / 8)}`,
      }),
    }),
    max: 1_000_000,
  },
  'ports/src/egress/decode-text.ts': {
    runs: 'main thread',
    shapes: ({ decodeText }) => ({
      ...each((text) => decodeText(Buffer.from(text), {}), {
        ASCII: repeat('a'),
        letters: repeat('é'),
        'invalid bytes': repeat('\ud800'),
      }),
      ...each((type) => decodeText(Buffer.from('a'), { 'content-type': type }), {
        'a long type': repeat(' ;charset'),
        'blanks in a type': repeat('; '),
      }),
    }),
    max: 8_000_000,
  },
  'ports/src/read-url.ts': {
    runs: 'main thread',
    shapes: ({ readUrl }) =>
      each(readUrl, {
        path: (size) => `https://a.example${repeat('/../a')(size)}`,
        host: (size) => `https://${repeat('ü.')(size)}`,
        query: (size) => `https://a.example?${repeat('é=')(size)}`,
        signs: (size) => `https://${repeat('@')(size)}`,
      }),
    max: 2_000_000,
  },
  'engine/src/bounded-lexer.ts': {
    runs: 'main thread',
    shapes: ({ BoundedLexer }) =>
      each((text) => new BoundedLexer({}).lex(text), { usual: repeat('- **a** [b](c)\n'), ...markdown }),
    max: 64_000,
  },
  'engine/src/split-template.ts': {
    runs: 'main thread',
    shapes: ({ splitTemplate }) =>
      each(splitTemplate, { placeholders: repeat('{{a}}'), beginnings: repeat('{{'), ends: repeat('}}') }),
    max: 1_000_000,
  },
  'blocks/src/common/read-date.ts': {
    runs: 'main thread',
    shapes: ({ readDate }) =>
      each((text) => readDate(text, 'day-first', 0), {
        usual: repeat('1 May 2026 at 10:00, '),
        numbers: repeat('1 '),
        separators: repeat('1-'),
        words: repeat('next '),
      }),
    max: 64_000,
  },
  'flow/src/readers/read-number.ts': {
    runs: 'main thread',
    shapes: ({ readNumber, leadingNumber }) => ({
      ...each(readNumber, { digits: repeat('1'), separators: repeat('1.,'), blanks: repeat(' ') }),
      ...named('at the start', each(leadingNumber, { digits: repeat('1'), signs: repeat('-'), words: repeat('5 a') })),
    }),
    max: 1_000_000,
  },
  'blocks/src/common/is-web-address.ts': {
    runs: 'main thread',
    shapes: ({ isWebAddress, isFullWebAddress }) => ({
      ...each(isWebAddress, { dots: repeat('a.'), signs: repeat('a@') }),
      ...named('full', each(isFullWebAddress, { dots: repeat('http://a.'), signs: repeat('@') })),
    }),
    max: 64_000,
  },
  'blocks/src/phone-number-input/phone-number-in.ts': {
    runs: 'main thread',
    shapes: ({ phoneNumberIn }) =>
      each(phoneNumberIn, {
        digits: repeat('1'),
        groups: repeat('+49 30 '),
        signs: repeat('+'),
        brackets: repeat('(1)'),
      }),
    max: 64_000,
  },
  'blocks/src/common/format-date.ts': {
    runs: 'main thread',
    shapes: ({ formatDate }) =>
      each((text) => formatDate(0, text, 'yyyy', { log() {} }), {
        letters: repeat('yMd '),
        'one letter': repeat('y'),
        quotes: repeat("'"),
        'unknown letters': repeat('b'),
      }),
    max: 64_000,
  },
  'flow/src/media/video-address.ts': {
    runs: 'main thread',
    shapes: ({ videoSource }) =>
      each(videoSource, {
        'an address': (size) => `https://www.youtube.com/watch?${repeat('v=')(size)}`,
        slashes: (size) => `https://vimeo.com${repeat('/')(size)}`,
        'no address': repeat('youtu.be/'),
      }),
    max: 1_000_000,
  },
  'prove/src/flow-tests/test-text.ts': {
    runs: 'main thread',
    shapes: ({ testFromText }) =>
      each(testFromText, {
        usual: (size) => `name: a\nsteps:\n${repeat('  - reply: a\n')(size)}`,
        'flow lists': repeat('['),
        keys: (size) => lines(size, (index) => `k${index}: a\n`),
        blanks: repeat(' '),
        anchors: (size) => lines(size, (index) => `- &a${index} a\n`),
        quotes: repeat('"a\n'),
        comments: repeat('# a\n'),
      }),
    max: 64_000,
  },
  'server/src/access/cookie.ts': {
    runs: 'main thread',
    shapes: ({ readCookie }) =>
      each((text) => readCookie({ headers: { cookie: text } }, 'a'), {
        cookies: repeat('a=b; '),
        signs: repeat('='),
        escapes: repeat('a=%20;'),
      }),
    max: 512_000,
  },
}

/** Files that parse inside of the work of a parser above, or whose input is small or no text. */
const elsewhere: Record<string, string> = {
  'api/src/read-body.ts': 'within the parsing of a body that create-http.ts limits',
  'server/src/documents/read-document.ts': 'within chunk-document.ts',
  'server/src/documents/read-html.ts': 'within chunk-document.ts',
  'server/src/documents/page-tree.ts': 'within chunk-document.ts',
  'server/src/documents/csv-records.ts': 'within read-csv.ts and read-contacts.ts',
  'server/src/documents/read-csv.ts': 'within chunk-document.ts',
  'server/src/documents/read-markdown.ts': 'within chunk-document.ts',
  'server/src/knowledge/read-page.ts': 'fetches a page, and reads the type in its header',
  'server/src/knowledge/read-site.ts': 'fetches sitemaps, which the process for documents reads',
  'server/src/exports/read-results.ts': 'reads rows of the database',
  'storage/src/results/read-result-page.ts': 'reads rows of the database',
  'storage/src/sqlite/read-only.ts': 'opens the database',
  'server/src/conversations/read-conversation.ts': 'reads rows of the database',
  'server/src/recordings/read-recording.ts': 'reads rows of the database',
  'server/src/replays/read-recordings.ts': 'reads rows of the database',
  'server/src/service-calls/read-upload.ts': 'fetches a file and does not look into it',
  'server/src/hosted-page/read-fields.ts': 'streams a form, of at most chatBytes beside its files',
  'server/src/hosted-page/hosted-page.ts': 'registers the parser of forms, which streams',
  'server/src/routes/register-routes.ts': 'registers the parser of forms, which streams',
  'server/src/files/content-type.ts': 'looks at the first 16 kB of a file',
  'server/src/compat/webhook-rooms.ts': 'reads no messages of clients',
  'server/src/oauth/load-oauth.ts': 'reads answers of at most 100 kB of providers that the operator chose',
  'server/src/oauth/token-endpoint.ts': 'reads answers of at most 100 kB of providers that the operator chose',
  'server/src/maintenance/restore.ts': 'runs in the terminal',
  'server/src/maintenance/back-up.ts': 'runs in the terminal',
  'server/src/models/read-model-response.ts':
    'reads JSON of at most modelAnswerBytes; streams by read-chat.ts and its neighbours',
  'server/src/models/wires.ts': 'reads JSON of at most modelAnswerBytes, by the schema of a provider',
  'ports/src/egress/read-body.ts': 'decompresses a stream up to responseBytes',
  'ports/src/mail/mail-port.ts': 'reads replies of a mail server, line by line',
  'server/src/integrations/compose-mail.ts': 'writes an email',
  'engine/src/markdown.ts': 'within bounded-lexer.ts',
  'blocks/src/choice/parse-choice.ts': 'measured by growth-of-handlers.alone.test.ts: continueChat',
  'blocks/src/integration/read-as.ts': 'converts one value',
  'blocks/src/integration/read-options.ts': 'reads options of a block',
  'blocks/src/set-variable/clock.ts': 'looks up a time zone',
  'channels/src/meta/read-content.ts': 'within read.ts, which read-growth.alone.test.ts of its channels measures',
  'channels/src/telegram/read-start.ts': 'reads at most 64 characters',
  'channels/src/whatsapp/read-content.ts': 'within read.ts, which read-growth.alone.test.ts of the channel measures',
  'channels/src/whatsapp/read-ownership.ts': 'within read.ts, which read-growth.alone.test.ts of the channel measures',
  'flow/src/operations/read-changed-parts.ts': 'measured by growth-of-functions.alone.test.ts: takeBatch',
  'server/src/http/compress-responses.ts': 'writes answers',
  'server/src/static-files/static-files.ts': 'writes answers',
}

/** Libraries that parse text: each file that imports one is listed above. */
const parsing =
  /^(csv-parse|parse5|marked|eventsource-parser|chrono-node|libphonenumber-js|validator|yaml|date-fns|@date-fns\/tz|file-type|@fastify\/multipart|ws|oauth4webapi|tar|nodemailer|node:zlib|@ai-sdk\/(?!provider)[a-z-]+)(\/|$)/
/** Libraries that do not parse text from outside, or only addresses and schemas. */
const others = new Set([
  ...['@ai-sdk/provider', '@jitl/quickjs-wasmfile-release-sync', 'quickjs-emscripten-core', '@node-rs/argon2'],
  ...[
    '@opentelemetry/api',
    '@photostructure/sqlite',
    'aws4fetch',
    'csv-stringify/sync',
    'fastify',
    'ipaddr.js',
    'pino',
  ],
  ...['koffi', 'lean-qr', 'lean-qr/extras/node_export', 'pg', 'prom-client', 'undici', 'yazl', 'zod'],
])
const scanned = [
  'server',
  'ports',
  'channels',
  'engine',
  'blocks',
  'flow',
  'chat',
  'prove',
  'api',
  'storage',
  'templates',
]

const sources = scanned.flatMap((name) =>
  readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file))
    .map((file) => ({ file: `${name}/src/${file}`, text: readFileSync(join(packages, name, 'src', file), 'utf8') })),
)
const importsOf = (text: string) =>
  [
    ...text.matchAll(
      /^(?:import|export) (?!type )[^'\n]*?(?:\n[^'\n]*?)*?from '([^'.][^'\n]*)'|^\S*.*\bimport\('([^'.][^'\n]*)'\)/gm,
    ),
  ]
    .map(([, from, dynamic]) => (from ?? dynamic) as string)
    .filter((name) => !name.startsWith('@colloquy/') && (!name.startsWith('node:') || name === 'node:zlib'))

const listed = { ...parsers, ...elsewhere }

test('Every file that imports a parser, or is named after reading, is listed with where it runs', () => {
  const found = sources.filter(
    ({ file, text }) =>
      importsOf(text).some((name) => parsing.test(name)) || /\/(read|parse|decode|split)-[^/]+\.ts$/.test(file),
  )
  expect(found.map(({ file }) => file).filter((file) => !Object.hasOwn(listed, file))).toEqual([])
  const files = new Set(sources.map(({ file }) => file))
  expect(Object.keys(listed).filter((file) => !files.has(file))).toEqual([])
})

test('Every library is known to parse text or not to', () => {
  const names = new Set(sources.flatMap(({ text }) => importsOf(text)))
  expect([...names].filter((name) => !parsing.test(name) && !others.has(name))).toEqual([])
})

describe.each(Object.entries(parsers))('The time of %s', async (file, { shapes, max = 100_000 }) => {
  const module = (await import(join(packages, file))) as Module
  test.each(Object.entries(shapes(module)))('grows with its input: %s', async (_, run) => {
    const growth = await growthOf(run, max)
    expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
  })
})

describe('Documents of the largest size', () => {
  const documents = new Documents({ ...defaultLimits, documentMilliseconds: 60_000 }, () => {})
  afterAll(() => documents.close())
  const cases = Object.entries({ html: pages, csv: tables, markdown, text: texts }).flatMap(([kind, shapes]) =>
    Object.entries(shapes).map(([name, text]) => [kind as TextKind, name, text] as const),
  )
  test.each(cases)('are read within the memory of their process: %s, %s', async (kind, _, text) => {
    const document = { kind, text: text(defaultLimits.responseBytes), title: undefined, url: null }
    const read = await documents.read('w', 'chunkDocument', document)
    expect('problem' in read && read.problem).not.toContain(`${defaultLimits.documentMegabytes} MB`)
  })
})
