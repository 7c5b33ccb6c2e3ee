import { useQueryClient } from '@tanstack/react-query'
import { Columns3, Inbox, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStudio } from '../bot/studio.js'
import { Confirm } from '../design/confirm.js'
import { request } from '../service/request.js'
import { ColumnsDialog } from './columns-dialog.js'
import { ExportMenu } from './export-menu.js'
import { PeriodFields } from './period-fields.js'
import { ResultDialog } from './result-dialog.js'
import { filterQuery, noFilter, ResultFilters } from './result-filters.js'
import { ResultsTable } from './results-table.js'
import { useColumns } from './use-columns.js'
import { usePeriod } from './use-period.js'
import { noRows, useResults } from './use-results.js'
import './results.css'

/** What visitors answered, newest first. */
export default function ResultsPage() {
  const { bot, isReadOnly } = useStudio()
  const queries = useQueryClient()
  const [period, setPeriod] = usePeriod('allTime')
  const [filter, setFilter] = useState(noFilter)
  const [openedAt, setOpenedAt] = useState<number>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<'columns' | 'delete'>()
  const [found, setFound] = useState(noRows)
  const columns = useColumns(found)
  const query = new URLSearchParams({ ...period, ...filterQuery(filter, columns.all) }).toString()
  const results = useResults(query)
  const { rows } = results
  // Columns are chosen by what the first rows hold, so that none comes or goes while one scrolls.
  if (rows.length > 0 && found === noRows) setFound(rows)
  const remove = async () => {
    await request<'deleteResults'>('DELETE', `bots/${bot.id}/results`, { resultIds: [...chosen].join(',') })
    setChosen(new Set())
    await queries.invalidateQueries({ queryKey: ['results', bot.id] })
    await queries.invalidateQueries({ queryKey: ['figures', bot.id] })
  }
  const opened = openedAt === undefined ? undefined : rows[openedAt]
  const isFiltered = Object.keys(filterQuery(filter, columns.all)).length > 0
  return (
    <div className="page results">
      <div className="row wrap">
        <h1 className="grow">
          Results <span className="faint count">{results.total?.toLocaleString()}</span>
        </h1>
        {chosen.size > 0 && !isReadOnly && (
          <button type="button" className="button danger" onClick={() => setDialog('delete')}>
            <Trash2 size={14} /> Delete {chosen.size.toLocaleString()}
          </button>
        )}
        <button type="button" className="button" onClick={() => setDialog('columns')}>
          <Columns3 size={14} /> Columns
        </button>
        <ExportMenu query={query} isFiltered={isFiltered || period.timeFilter !== 'allTime'} chosen={chosen} />
      </div>
      <div className="row wrap results-bar">
        <ResultFilters filter={filter} columns={columns.all} onChange={setFilter} />
        <span className="grow" />
        <PeriodFields period={period} onChange={setPeriod} />
      </div>
      {results.error && <p className="notice danger">{results.error.message}</p>}
      {results.isEmpty && (
        <div className="card empty">
          <Inbox size={28} />
          <p>
            {isFiltered
              ? 'No result is like that. Take a filter away, or choose a longer time.'
              : `Nobody has answered in this time.${isReadOnly ? '' : ' Publish the bot and share its address.'}`}
          </p>
        </div>
      )}
      {results.isSearching && !results.isEmpty && (
        <p className="empty" role="status">
          Looking…
        </p>
      )}
      {rows.length > 0 && (
        <ResultsTable
          rows={rows}
          columns={columns.shown}
          chosen={chosen}
          hasMore={results.hasMore}
          onChoose={setChosen}
          onOpen={setOpenedAt}
          onResize={columns.resize}
          onEnd={results.more}
        />
      )}
      {rows.length === 0 && results.hasMore && !results.isFetchingMore && (
        <button type="button" className="button" onClick={results.more}>
          Look on among older results
        </button>
      )}
      {opened && openedAt !== undefined && (
        <ResultDialog
          key={opened.id}
          result={opened}
          onNewer={openedAt > 0 ? () => setOpenedAt(openedAt - 1) : undefined}
          onOlder={openedAt < rows.length - 1 ? () => setOpenedAt(openedAt + 1) : undefined}
          onClose={() => setOpenedAt(undefined)}
        />
      )}
      {dialog === 'columns' && (
        <ColumnsDialog
          shown={columns.shown}
          hidden={columns.hidden}
          onShow={columns.show}
          onMove={columns.move}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'delete' && (
        <Confirm
          title={chosen.size === 1 ? 'Delete this result?' : `Delete ${chosen.size.toLocaleString()} results?`}
          text="Answers, transcripts, logs and files go with them. This cannot be undone."
          action="Delete"
          onConfirm={remove}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}
