import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useDocument, useStudio } from '../bot/studio.js'
import { sayError } from '../design/toasts.js'
import { request } from '../service/request.js'
import { columnsOf } from './columns.js'
import type { Result } from './result.js'
import { ResultDialog } from './result-dialog.js'
import './results.css'

const filters = [
  ['today', 'Today'],
  ['last7Days', 'Last 7 days'],
  ['last30Days', 'Last 30 days'],
  ['monthToDate', 'This month'],
  ['lastMonth', 'Last month'],
  ['yearToDate', 'This year'],
  ['allTime', 'All time'],
] as const

/** What visitors answered, newest first. */
export default function ResultsPage() {
  const { bot } = useStudio()
  const queries = useQueryClient()
  const groups = useDocument((document) => document.groups)
  const variables = useDocument((document) => document.variables)
  const [timeFilter, setTimeFilter] = useState('allTime')
  const [opened, setOpened] = useState<Result>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const results = useInfiniteQuery({
    queryKey: ['results', bot.id, timeFilter],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({
        limit: '50',
        timeFilter,
        timeZone: zone,
        ...(pageParam && { cursor: pageParam }),
      })
      return request<'listResults'>('GET', `bots/${bot.id}/results?${query}`)
    },
    getNextPageParam: (page) => page.nextCursor,
  })
  const rows = useMemo(() => results.data?.pages.flatMap((page) => page.results) ?? [], [results.data])
  const columns = useMemo(() => columnsOf(groups, variables, rows), [groups, variables, rows])
  const remove = async () => {
    try {
      await request<'deleteResults'>('DELETE', `bots/${bot.id}/results?resultIds=${[...chosen].join(',')}`)
      setChosen(new Set())
      await queries.invalidateQueries({ queryKey: ['results', bot.id] })
    } catch (problem) {
      sayError(problem)
    }
  }
  const toggle = (id: string) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((it) => it !== id) : [...chosen, id]))
  return (
    <div className="page results">
      <div className="row results-head">
        <h1 className="grow">Results</h1>
        {chosen.size > 0 && (
          <button type="button" className="button danger" onClick={remove}>
            <Trash2 size={14} /> Delete {chosen.size}
          </button>
        )}
        <label>
          <span className="visually-hidden">From when</span>
          <select className="text" value={timeFilter} onChange={(event) => setTimeFilter(event.target.value)}>
            {filters.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {results.error && <p className="notice danger">{results.error.message}</p>}
      {results.isSuccess && rows.length === 0 && (
        <div className="card empty">
          <Inbox size={28} />
          <p>Nobody has answered in this time. Publish the bot and share its address.</p>
        </div>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
        <section className="table-frame" tabIndex={0} aria-label="Table of results">
          <table>
            <thead>
              <tr>
                <th>
                  <span className="visually-hidden">Choose</span>
                </th>
                <th>When</th>
                <th>State</th>
                {columns.map(({ id, label }) => (
                  <th key={id}>{label}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((result) => (
                <tr key={result.id} data-chosen={chosen.has(result.id)}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`Choose the result of ${when(result)}`}
                      checked={chosen.has(result.id)}
                      onChange={() => toggle(result.id)}
                    />
                  </td>
                  <td>
                    <button type="button" className="link" onClick={() => setOpened(result)}>
                      {when(result)}
                    </button>
                  </td>
                  <td>
                    <span className={result.isCompleted ? 'tag good' : 'tag'}>
                      {result.isCompleted ? 'Complete' : 'Begun'}
                    </span>
                  </td>
                  {columns.map(({ id, valueIn }) => (
                    <td key={id}>
                      <span className="cell" title={valueIn(result)}>
                        {valueIn(result)}
                      </span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {results.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={results.isFetchingNextPage}
          onClick={() => results.fetchNextPage()}
        >
          Show more
        </button>
      )}
      {opened && <ResultDialog result={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

const when = ({ createdAt }: Result): string =>
  new Date(createdAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
