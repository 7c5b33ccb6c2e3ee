/**
 * What reading a bot with very many results costs, on what `lab/bench/src/seed-results.mjs` has made, in medians:
 * `node --conditions=development --import tsx lab/bench/src/results.mjs <folder or postgres://…> [--runs N] [--only part of a name]`.
 * It reads through the storage, as the service does, and through exports with their formats.
 */
import { parseArgs } from 'node:util'
import { summarizeAnswers } from '../../../packages/server/src/answer-summary/summarize-answers.ts'
import { exportResults } from '../../../packages/server/src/exports/export-results.ts'
import { defaultLimits } from '../../../packages/server/src/limits/limits.ts'
import { openPostgres, openSqlite } from '../../../packages/storage/src/index.ts'
import { median } from './median.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
})
const [path] = positionals
if (!path)
  throw new Error('Name a data folder or a database: node … lab/bench/src/results.mjs <folder or postgres://…>')
const runs = Number(values.runs)
const isPostgres = /^postgres(ql)?:/.test(path)
const storage = isPostgres ? await openPostgres({ url: path }) : await openSqlite({ folder: path })
const bot = await storage.bots.find('b1')
const { analytics, answerSummary, results, resultSearch } = storage

const all = { workspaceId: 'w1', botId: 'b1' }
const now = Date.UTC(2026, 10, 21)
const week = { ...all, from: now - 7 * 86_400_000 }
const middle = { createdAt: now - 182 * 86_400_000, id: 'zzz' }
const page = { limit: 101 }
const inputs = ['in0', 'in1', 'in2', 'in3', 'in4']
/** Two questions with choices among texts: answers of the former are counted, the newest of the latter are listed. */
const questions = inputs.map((blockId, index) => ({
  blockId,
  title: blockId,
  answerKind:
    index % 2 === 1
      ? { kind: 'choices', choices: [{ content: 'Ada' }, { content: 'No' }], isMultiple: false }
      : { kind: 'texts' },
}))
const summary = (span) => summarizeAnswers(answerSummary, span, questions, defaultLimits.summarizedResults)

const reads = {
  'first page': () => results.list('w1', 'b1', page),
  'page in the middle': () => results.list('w1', 'b1', { ...page, before: middle }),
  'first page of a week': () => results.list('w1', 'b1', { ...page, from: week.from }),
  'first page, completed': () => resultSearch.page(all, { isCompleted: true }, { limit: 100 }),
  'page in the middle, completed': () => resultSearch.page(all, { isCompleted: true }, { limit: 100, before: middle }),
  'first page, a value': () => resultSearch.page(all, { answer: { blockId: 'in0', content: 'Ada' } }, { limit: 100 }),
  'first page, a value that nobody gave': () =>
    resultSearch.page(all, { answer: { blockId: 'in0', content: 'Nobody' } }, { limit: 100 }),
  'first page, a text': () => resultSearch.page(all, { text: 'lyon' }, { limit: 100 }),
  'first page, a text that nobody wrote': () => resultSearch.page(all, { text: 'nobody' }, { limit: 100 }),
  'count of all': () => analytics.totals(all),
  'count of a week': () => analytics.totals(week),
  'count, completed': () => resultSearch.count(all, { isCompleted: true }),
  'count, a value': () => resultSearch.count(all, { answer: { blockId: 'in0', content: 'Ada' } }),
  'count, a text': () => resultSearch.count(all, { text: 'lyon' }),
  'by quarter of an hour, all': () => analytics.byQuarter(all),
  'answers by block, all': () => analytics.answersByBlock(all),
  'drop-off, a week': () => analytics.dropOff(week),
  'drop-off, all': () => analytics.dropOff(all),
  'funnel of three, a week': () => analytics.funnel(week, inputs.slice(0, 3)),
  'funnel of three, all': () => analytics.funnel(all, inputs.slice(0, 3)),
  'seconds to answer, all': () => analytics.secondsToAnswer(all),
  'answer summary, a week': () => summary(week),
  'answer summary, all': () => summary(all),
  'visits by edge, all': () => analytics.visitsByEdge(all),
}
const exports = {
  'export, CSV': { format: 'csv' },
  'export, NDJSON': { format: 'ndjson' },
  'export, XLSX': { format: 'xlsx' },
  'export of the completed, CSV': { format: 'csv', filter: { isCompleted: true } },
}

try {
  for (const [name, read] of Object.entries(reads)) {
    if (!name.includes(values.only)) continue
    const times = []
    let spent = 0
    // What takes seconds is seen in three runs as well as in many.
    while (times.length < runs && (spent < 15_000 || times.length < 3)) {
      const started = performance.now()
      await read()
      times.push(performance.now() - started)
      spent += times.at(-1)
    }
    console.log(`${name.padEnd(40)} ${median(times).toFixed(1).padStart(9)} ms`)
  }
  for (const [name, options] of Object.entries(exports)) {
    if (!name.includes(values.only)) continue
    const started = performance.now()
    const common = { range: {}, timeZone: 'UTC', isRaw: false, includesDeletedBlocks: false }
    const stream = await exportResults({ storage }, bot, { ...common, ...options })
    let bytes = 0
    for await (const piece of stream) bytes += piece.length
    const seconds = (performance.now() - started) / 1000
    const memory = Math.round(process.memoryUsage().rss / 1e6)
    console.log(
      `${name.padEnd(40)} ${seconds.toFixed(1).padStart(9)} s, ${(bytes / 1e6).toFixed(0)} MB, ${memory} MB of memory`,
    )
  }
} finally {
  await storage.close()
}
