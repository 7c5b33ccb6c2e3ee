import { searchable } from '@colloquy/flow/searchable'
import type { TestReport } from '@colloquy/prove'
import { CircleCheck, CircleDashed, CircleX, FlaskConical, Plus, TriangleAlert } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { SearchField } from '../design/search-field.js'
import { Segments } from '../design/segments.js'
import { useStore } from '../design/store.js'
import { useDocument } from '../editor/bot-editor.js'
import { useUnpublished } from '../editor/use-unpublished.js'
import { t } from '../i18n/i18n.js'
import { changedBlocks, isAffected } from './affected.js'
import { SyntheticVisitors } from './synthetic-visitors.js'
import { TestDetails } from './test-details.js'
import { TestEditor } from './test-editor.js'
import { testState } from './tests-state.js'
import { UncoveredParts } from './uncovered-parts.js'
import { type StoredTest, useTests } from './use-tests.js'
import './tests.css'

type Filter = 'all' | 'affected' | 'failed'

const looks = {
  passed: { icon: CircleCheck, color: 'var(--good)', label: t('Passed') },
  failed: { icon: CircleX, color: 'var(--danger)', label: t('Failed') },
  stale: { icon: TriangleAlert, color: 'var(--warning)', label: t('Stale') },
  waiting: { icon: CircleDashed, color: 'var(--text-faint)', label: t('Not run yet') },
} as const

const emptyTest: StoredTest['test'] = {
  name: t('New test'),
  start: { at: Date.UTC(2026, 0), seed: 1, channel: 'web' },
  steps: [{ expect: [] }],
  expect: [],
  cassette: [],
}

/** The longest name of a test. */
const maxCharacters = 200
const copyOf = (name: string) => t('{name} (copy)', { name }).slice(-maxCharacters)

/** With fewer tests, all are in view. */
const fewestToSearch = 8

/** Tests of the bot with their results. One at a time can be opened or edited. */
export default function TestsPanel() {
  const tests = useTests()
  const openId = useStore(testState, (it) => it.openId)
  const [edited, setEdited] = useState<Partial<StoredTest>>()
  const report = useStore(testState, (it) => it.report)
  const [closedId, setClosedId] = useState<string>()
  const open = useCallback((id: string | undefined) => {
    setClosedId(testState.get().openId)
    testState.set({ openId: id })
  }, [])
  useEffect(() => () => testState.set({ openId: undefined }), [])
  if (edited?.test) {
    return (
      <TestEditor
        test={edited.test}
        id={edited.id}
        updatedAt={edited.updatedAt}
        onClose={(savedId) => {
          setEdited(undefined)
          if (savedId) open(savedId)
        }}
      />
    )
  }
  if (!tests) return <p className="empty">{t('Loading…')}</p>
  const opened = tests.find(({ id }) => id === openId)
  if (opened) {
    return (
      <TestDetails
        stored={opened}
        report={report?.tests.find(({ id }) => id === opened.id)}
        onEdit={() => setEdited(opened)}
        onDuplicate={() => setEdited({ test: { ...opened.test, name: copyOf(opened.test.name) } })}
        onClose={() => open(undefined)}
      />
    )
  }
  const create = () => setEdited({ test: emptyTest })
  const draft = (test: StoredTest['test']) => setEdited({ test })
  if (tests.length === 0) {
    return (
      <div className="side-body tests">
        <div className="empty">
          <FlaskConical size={28} aria-hidden />
          <p>{t('Talk to the bot in the preview and select “Save as test”. The test then runs after each edit.')}</p>
          {/* biome-ignore lint/a11y/noAutofocus: the last test has just been deleted */}
          <button type="button" className="button" autoFocus={closedId !== undefined} onClick={create}>
            <Plus size={14} aria-hidden /> {t('Write a test')}
          </button>
        </div>
        <SyntheticVisitors onDraft={draft} />
      </div>
    )
  }
  return <TestList tests={tests} closedId={closedId} onOpen={open} onCreate={create} onDraft={draft} />
}

interface TestListProps {
  tests: readonly StoredTest[]
  /** The test that was open: the focus returns to its row. */
  closedId: string | undefined
  onOpen(id: string): void
  onCreate(): void
  /** Opens a test that is not saved yet. */
  onDraft(test: StoredTest['test']): void
}

function TestList({ tests, closedId, onOpen, onCreate, onDraft }: TestListProps) {
  const document = useDeferredValue(useDocument((it) => it))
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const { report, isRunning, error, isCoverageShown, asked } = useStore(testState, (it) => it)
  const { live } = useUnpublished()
  const reports = new Map(report?.tests.map((it) => [it.id, it]))
  const isOfChanges = filter === 'affected'
  const changed = useMemo(() => (isOfChanges ? changedBlocks(live, document) : 'all'), [isOfChanges, live, document])
  const isShown = (one: TestReport | undefined) =>
    filter === 'all' ||
    (filter === 'failed' && one?.status !== 'passed') ||
    (filter === 'affected' && one !== undefined && isAffected(one.blocks, changed))
  const sought = searchable(search.trim())
  const shown = tests.filter(({ id, test }) => searchable(test.name).includes(sought) && isShown(reports.get(id)))
  const isClosedGone = closedId !== undefined && !tests.some(({ id }) => id === closedId)
  return (
    <div className="side-body tests">
      <div className="row">
        <p className="grow" role="status">
          {error ?? (report ? summaryOf(report.counts) : t('Running…'))}
        </p>
        <button
          type="button"
          className="button small"
          disabled={isRunning}
          onClick={() => testState.set({ asked: asked + 1 })}
        >
          {t('Run all')}
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: the test that was open has just been deleted */}
        <button type="button" className="button small" autoFocus={isClosedGone} onClick={onCreate}>
          <Plus size={13} aria-hidden /> {t('New test')}
        </button>
      </div>
      {report && (
        <label className="row">
          <input
            type="checkbox"
            checked={isCoverageShown}
            onChange={(event) => testState.set({ isCoverageShown: event.target.checked })}
          />
          <span className="grow">{t('Show coverage on the canvas')}</span>
          <strong>{report.coverage.percent} %</strong>
        </label>
      )}
      {report && (
        <p className="faint">
          {t('Blocks {blocks} %, edges {edges} %, sides of conditions {sides} %', report.coverage.percents)}
        </p>
      )}
      {report && <UncoveredParts coverage={report.coverage} onDraft={onDraft} />}
      <Segments
        label={t('Which tests')}
        value={filter}
        choices={[
          ['all', t('All')],
          ['affected', t('Affected')],
          ['failed', t('Not passed')],
        ]}
        onChange={setFilter}
      />
      {tests.length >= fewestToSearch && (
        <SearchField label={t('Search tests')} placeholder={t('Search tests')} value={search} onChange={setSearch} />
      )}
      {shown.length === 0 && (
        <p className="soft">
          {filter === 'affected' && !sought
            ? t('No test visits what you changed since publishing.')
            : t('No tests here.')}
        </p>
      )}
      <ul>
        {shown.map(({ id, test }) => (
          <TestLine
            key={id}
            id={id}
            name={test.name}
            rowCount={test.table?.length}
            status={reports.get(id)?.status ?? 'waiting'}
            isFocused={id === closedId}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <SyntheticVisitors onDraft={onDraft} />
    </div>
  )
}

interface TestLineProps {
  id: string
  name: string
  rowCount: number | undefined
  status: keyof typeof looks
  /** Its details have just been closed. */
  isFocused: boolean
  onOpen(id: string): void
}

/** Lines of hundreds of tests are rendered again only where a result has changed. */
const TestLine = memo(function TestLine({ id, name, rowCount, status, isFocused, onOpen }: TestLineProps) {
  const { icon: Icon, color, label } = looks[status]
  return (
    <li>
      {/* biome-ignore lint/a11y/noAutofocus: its details have just been closed */}
      <button type="button" className="test-line" autoFocus={isFocused} onClick={() => onOpen(id)}>
        <Icon size={15} color={color} aria-label={label} />
        <span className="grow cut" title={name}>
          {name}
        </span>
        {rowCount !== undefined && (
          <span className="faint">{t('{count, plural, one {# row} other {# rows}}', { count: rowCount })}</span>
        )}
      </button>
    </li>
  )
})

function summaryOf({ passed, failed, stale }: { passed: number; failed: number; stale: number }): string {
  const parts = [
    ...(passed || !(failed || stale) ? [t('{passed} passed', { passed })] : []),
    ...(failed ? [t('{failed} failed', { failed })] : []),
    ...(stale ? [t('{stale} stale', { stale })] : []),
  ]
  return parts.join(', ')
}
