import { definitionOf } from '@colloquy/flow/blocks'
import type { BotDocument } from '@colloquy/flow/operations'
import type { TestSuite } from '@colloquy/prove'
import { useEffect } from 'react'
import { useStore } from '../design/store.js'
import { useBotEditor, useDocument, useView } from '../editor/bot-editor.js'
import { api } from '../service/api.js'
import { markCoverage, markFailures } from './canvas-marks.js'
import { testState } from './tests-state.js'
import { type StoredTest, useTests } from './use-tests.js'
import { ask } from './worker.js'

type Source = TestSuite['draft']

/** Milliseconds after the last edit at which tests run. */
const pause = 400

/** Runs the tests in a worker after each edit, and marks their results on the canvas. Renders nothing itself. */
export default function BackgroundRun() {
  const { bot } = useBotEditor()
  const tests = useTests()
  const document = useDocument((it) => it)
  const asked = useStore(testState, (it) => it.asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` counts requested runs
  useEffect(() => {
    if (!tests) return
    if (tests.length === 0) return testState.set({ botId: bot.id, report: undefined, isRunning: false })
    let isGone = false
    const timer = setTimeout(() => void run(bot.id, tests, document, () => isGone), pause)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [bot.id, tests, document, asked])
  useEffect(() => () => testState.set({ botId: undefined, report: undefined, isCoverageShown: false }), [])
  return <Marks />
}

function Marks() {
  const report = useStore(testState, (it) => it.report)
  const isCoverageShown = useStore(testState, (it) => it.isCoverageShown)
  const isOpen = useView(({ panel }) => panel === 'tests')
  useEffect(() => (report && isCoverageShown ? markCoverage(report.coverage) : undefined), [report, isCoverageShown])
  useEffect(() => (report && isOpen ? markFailures(report) : undefined), [report, isOpen])
  return null
}

/** The run that the worker is busy with: edits meanwhile wait for it, and only the last of them is run. */
let running: Promise<unknown> = Promise.resolve()

async function run(botId: string, tests: readonly StoredTest[], document: BotDocument, isGone: () => boolean) {
  await running
  if (isGone()) return
  testState.set({ isRunning: true, botId })
  const linked = await linkedSources(botId, document)
  const asked = ask('run', { draft: sourceOf(botId, 'draft', document), suite: { tests }, linked })
  running = asked.catch(() => undefined)
  try {
    const report = await asked
    if (!isGone()) testState.set({ report, isRunning: false, error: undefined })
  } catch (error) {
    if (!isGone()) testState.set({ isRunning: false, error: (error as Error).message })
  }
}

export function sourceOf(
  botId: string,
  id: string,
  { events, groups, edges, variables, theme, settings }: Omit<BotDocument, 'name' | 'icon'>,
): Source {
  return { id, botId, workspaceId: '', events, groups, edges, variables, theme, settings } as Source
}

const fetched = new Map<string, Promise<Source | undefined>>()

/** Returns the published versions of bots that a draft links to. Each is fetched once. */
export async function linkedSources(botId: string, { groups }: Pick<BotDocument, 'groups'>): Promise<Source[]> {
  const links = groups.flatMap(({ blocks }) =>
    blocks.flatMap((block) => definitionOf(block.type)?.linkedBot?.(block) ?? []),
  )
  const ids = new Set(
    links.flatMap((link) => (link.botId && link.botId !== botId && link.botId !== 'current' ? link.botId : [])),
  )
  const found = [...ids].map((id) => {
    const known = fetched.get(id) ?? publishedSource(id)
    fetched.set(id, known)
    return known
  })
  return (await Promise.all(found)).flatMap((source) => source ?? [])
}

async function publishedSource(id: string): Promise<Source | undefined> {
  try {
    const { publishedBot } = await api.getPublishedBot({ botId: id })
    return publishedBot ? sourceOf(id, `linked-${id}`, publishedBot as never) : undefined
  } catch {
    return undefined
  }
}
