import type { ResultCondition } from '@colloquy/api'
import type { ResultsView } from '@colloquy/flow'
import { fieldIds, fieldOf } from '@colloquy/flow/result-fields'
import { useQueryClient } from '@tanstack/react-query'
import { Bell, Columns3, Inbox, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, rich, t } from '../i18n/i18n.js'
import { isSortable } from './columns.js'
import { ColumnsDialog } from './columns-dialog.js'
import { columnParameter } from './conditions.js'
import { EraseByValue } from './erase-by-value.js'
import { ExportMenu } from './export-menu.js'
import { FirstAnswers } from './first-answers.js'
import { originColumns } from './origin-columns.js'
import { useOriginChoices } from './origins.js'
import { PeriodFields } from './period-fields.js'
import { filterQuery, noFilter, ResultFilters } from './result-filters.js'
import { ResultPanel } from './result-panel.js'
import { ResultsTable, type Sort } from './results-table.js'
import { SelectAll } from './select-all.js'
import { useColumns } from './use-columns.js'
import { useOpenedResult } from './use-opened-result.js'
import { usePeriod } from './use-period.js'
import { noRows, type ResultSort, useResults } from './use-results.js'
import { useSelection } from './use-selection.js'
import { shownBy } from './views.js'
import { ViewsMenu } from './views-menu.js'
import './results.css'

const NotifyDialog = onDemand(() => import('./notify-dialog.js'), { isSoon: true })

/** Answers of visitors, newest first or sorted by a column. */
export default function ResultsPage() {
  const { bot, can } = useBotEditor()
  const queries = useQueryClient()
  const { period, setPeriod, filter, setFilter, sort, setSort, opens, openView } = useShownView()
  const [dialog, setDialog] = useState<'columns' | 'delete' | 'notify'>()
  const [found, setFound] = useState(noRows)
  const originChoices = useOriginChoices()
  const origins = useMemo(() => originColumns(originChoices), [originChoices])
  const columns = useColumns(found, origins.shown)
  const filterColumns = [...origins.filtered, ...columns.all]
  const { filters, ...plain } = filterQuery(filter, filterColumns)
  const query = { ...period, ...plain, ...(filters && { filters: JSON.stringify(filters) }) }
  const results = useResults(query, sortQuery(sort, columns.all), origins.shown.length > 0)
  const { rows, count, hasMore, more } = results
  const total = count?.total
  const selection = useSelection(JSON.stringify(query))
  // Columns depend on the first rows only, so that none appears or disappears while scrolling.
  if (rows.length > 0 && found === noRows) setFound(rows)
  const remove = async () => {
    await selection.remove({ ...period, ...plain, ...(filters && { filters }) })
    await queries.invalidateQueries({ queryKey: ['results', bot.id] })
    await queries.invalidateQueries({ queryKey: ['figures', bot.id] })
  }
  const { opened, openedAt, open, close } = useOpenedResult(rows)
  const neighbour = (step: 1 | -1) => {
    const id = openedAt < 0 ? undefined : rows[openedAt + step]?.id
    return id === undefined ? undefined : () => open(id)
  }
  const isLastOpened = openedAt >= 0 && openedAt === rows.length - 1
  useEffect(() => {
    if (isLastOpened && hasMore) more()
  }, [isLastOpened, hasMore, more])
  const isFiltered = Object.keys(plain).length > 0 || filters !== undefined
  const matching = selection.isAll ? (total ?? rows.length) : undefined
  const selected = matching ?? selection.ids.size
  return (
    <>
      <div className="page results">
        <div className="row wrap">
          <h1 className="grow">
            {t('Results')} <span className="faint count">{total?.toLocaleString(locale)}</span>
          </h1>
          {selected > 0 && can('results.delete') && (
            <button type="button" className="button danger" onClick={() => setDialog('delete')}>
              <Trash2 size={14} /> {t('Delete {selected}', { selected: selected.toLocaleString(locale) })}
            </button>
          )}
          <button type="button" className="button" onClick={() => setDialog('columns')}>
            <Columns3 size={14} /> {t('Columns')}
          </button>
          {can('results.follow') && (
            <button type="button" className="button" onClick={() => setDialog('notify')}>
              <Bell size={14} /> {t('Notify me')}
            </button>
          )}
          <EraseByValue />
          <ExportMenu
            query={query}
            isFiltered={isFiltered || period.timeFilter !== 'allTime'}
            chosen={selection.ids}
            matching={matching}
          />
        </div>
        <div className="row wrap results-bar">
          <ViewsMenu
            views={columns.views}
            shown={{ filter, sort, timeFilter: period.timeFilter }}
            onOpen={openView}
            onChange={columns.setViews}
          />
          <ResultFilters key={opens} filter={filter} columns={filterColumns} onChange={setFilter} />
          <PeriodFields period={period} onChange={setPeriod} />
        </div>
        {results.error && <p className="notice danger">{results.error.message}</p>}
        {results.isPartial && (
          <p className="notice">
            {t('Only the newest results of this period are sorted. Choose a shorter period to sort all of them.')}
          </p>
        )}
        {results.isEmpty && (
          <div className="card empty">
            <Inbox size={28} />
            <p>
              {isFiltered
                ? t('No results match. Remove a filter or choose a longer period.')
                : t('No answers in this period.')}
            </p>
            {!isFiltered && (
              <>
                <p>
                  {rich('Visitors who gave no answer are not in this list. <a>Show them</a>', {
                    a: (content) => (
                      <button
                        type="button"
                        className="link"
                        onClick={() => setFilter({ ...filter, completion: 'unanswered' })}
                      >
                        {content}
                      </button>
                    ),
                  })}
                </p>
                <FirstAnswers />
              </>
            )}
          </div>
        )}
        {results.isSearching && !results.isEmpty && (
          <p className="empty" role="status">
            {t('Looking…')}
          </p>
        )}
        <SelectAll selection={selection} rows={rows} count={count} />
        {rows.length > 0 && (
          <ResultsTable
            rows={rows}
            columns={columns.shown}
            sort={sort}
            onSort={setSort}
            chosen={selection.ids}
            areAllMatching={selection.isAll}
            hasMore={hasMore}
            onChoose={selection.choose}
            openedId={opened?.id}
            onOpen={open}
            onResize={columns.resize}
            onEnd={more}
          />
        )}
        {rows.length === 0 && hasMore && !results.isFetchingMore && (
          <button type="button" className="button" onClick={more}>
            {t('Search older results')}
          </button>
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
        {dialog === 'notify' && (
          <DialogPart>
            <NotifyDialog filters={(filters ?? []) as ResultCondition[]} onClose={() => setDialog(undefined)} />
          </DialogPart>
        )}
        {dialog === 'delete' && (
          <DeleteDialog selected={selected} onConfirm={remove} onClose={() => setDialog(undefined)} />
        )}
      </div>
      {opened && (
        <ResultPanel key={opened.id} result={opened} onPrevious={neighbour(-1)} onNext={neighbour(1)} onClose={close} />
      )}
    </>
  )
}

/** Period, filter and order of the results. A stored view replaces all of them at once. */
function useShownView() {
  const [period, setPeriod] = usePeriod('allTime')
  const [filter, setFilter] = useState(noFilter)
  const [sort, setSort] = useState<Sort>()
  /** Counts opened views: each one resets the filter fields. */
  const [opens, setOpens] = useState(0)
  const openView = (view: ResultsView | undefined) => {
    const shown = view ? shownBy(view) : { filter: noFilter, sort: undefined, timeFilter: 'allTime' as const }
    setFilter(shown.filter)
    setSort(shown.sort)
    setPeriod({ timeFilter: shown.timeFilter })
    setOpens(opens + 1)
  }
  return { period, setPeriod, filter, setFilter, sort, setSort, opens, openView }
}

interface DeleteDialogProps {
  /** Number of results. */
  selected: number
  onConfirm(): Promise<unknown>
  onClose(): void
}

const DeleteDialog = ({ selected, onConfirm, onClose }: DeleteDialogProps) => (
  <Confirm
    title={
      selected === 1
        ? t('Delete this result?')
        : t('Delete {selected} results?', { selected: selected.toLocaleString(locale) })
    }
    text={t('Answers, transcripts, logs and files go with them. This cannot be undone.')}
    action={t('Delete')}
    onConfirm={onConfirm}
    onClose={onClose}
  />
)

const fixedColumns: readonly string[] = fieldIds.filter((id) => fieldOf(id).stored === 'row')

/** Sort parameter of the list, to be combined with others. */
function sortQuery(sort: Sort | undefined, columns: ReturnType<typeof useColumns>['all']): ResultSort {
  if (!sort) return {}
  const { columnId, order } = sort
  const column = columns.find(({ id }) => id === columnId)
  const by = column
    ? isSortable(column) && columnParameter(column)
    : fixedColumns.includes(columnId) && { field: columnId }
  // Somebody else may have deleted the column.
  if (!by) return {}
  return { sort: JSON.stringify({ ...by, order }) }
}
