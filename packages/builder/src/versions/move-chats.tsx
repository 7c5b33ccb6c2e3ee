import { MoveRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Select } from '../design/select.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useEnvironments } from '../environments/environments.js'
import { locale, t } from '../i18n/i18n.js'
import { classNames, reasons } from '../prove/class-names.js'
import { type Answer, api } from '../service/api.js'

type Page = Answer<'moveChats'>
type Stayed = Page['totals']['stayed'][number]

interface MoveChatsProps {
  /** Environment in which chats move; live by default. */
  environmentId?: string
  onClose(): void
}

/** Says how many running chats can move to the current version of an environment, then moves them: page by page, until it is done or stopped. */
export default function MoveChats({ environmentId: first = 'live', onClose }: MoveChatsProps) {
  const { bot } = useBotEditor()
  const environments = (useEnvironments(bot.id).data ?? []).filter(({ releaseId }) => releaseId !== null)
  const [environmentId, setEnvironmentId] = useState(first)
  const [page, setPage] = useState<Page>()
  const [isDryRun, setDryRun] = useState(true)
  const [error, setError] = useState<Error>()
  const [isRunning, setRunning] = useState(false)
  /** Number of the latest run: an earlier one ends after its request. */
  const run = useRef(0)
  const start = async (environmentId: string, isDryRun: boolean) => {
    run.current += 1
    const own = run.current
    const isStopped = () => run.current !== own
    setPage(undefined)
    setDryRun(isDryRun)
    setError(undefined)
    setRunning(true)
    try {
      let cursor: string | null | undefined
      do {
        const next: Page = await api.moveChats({ botId: bot.id, environmentId, isDryRun, ...(cursor && { cursor }) })
        if (isStopped()) return
        setPage(next)
        cursor = next.nextCursor
      } while (cursor)
    } catch (failure) {
      if (!isStopped()) setError(failure as Error)
    }
    if (!isStopped()) setRunning(false)
  }
  const stop = () => {
    run.current += 1
    setRunning(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts once, when the dialog opens
  useEffect(() => {
    void start(first, true)
    return () => {
      run.current += 1
    }
  }, [])
  const movable = page?.totals.moved ?? 0
  return (
    <Dialog
      title={t('Move running chats')}
      description={t(
        'Chats finish on the version with which they began. Those that go exactly as before on the current version, so that their visitors notice nothing, can move to it.',
      )}
      onClose={onClose}
    >
      <div className="stack">
        {environments.length > 1 && (
          <Select
            label={t('Environment')}
            value={environmentId}
            choices={environments.map(({ id, name }) => [id, name] as const)}
            onChange={(id) => {
              setEnvironmentId(id)
              void start(id, true)
            }}
          />
        )}
        <div role="status">
          {page ? (
            <Outcome page={page} {...{ isDryRun, isRunning }} />
          ) : (
            isRunning && <p>{t('Replaying running chats…')}</p>
          )}
        </div>
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Close')}
          </button>
          {isRunning ? (
            <button type="button" className="button" onClick={stop}>
              {t('Stop')}
            </button>
          ) : isDryRun && movable > 0 ? (
            <button type="button" className="button primary" onClick={() => void start(environmentId, false)}>
              <MoveRight size={14} /> {t('Move {count, plural, one {# chat} other {# chats}}', { count: movable })}
            </button>
          ) : (
            <button type="button" className="button" onClick={() => void start(environmentId, true)}>
              {t('Count again')}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface OutcomeProps {
  page: Page
  /** Nothing has moved: these are the chats that can. */
  isDryRun: boolean
  isRunning: boolean
}

function Outcome({ page, isDryRun, isRunning }: OutcomeProps) {
  const { moved, inUse, inExperiment, stayed } = page.totals
  const staying = stayed.reduce((sum, { count }) => sum + count, inUse + inExperiment)
  const isComplete = page.nextCursor === null
  if (isComplete && moved + staying === 0) return <p>{t('No chats are running on another version.')}</p>
  const summary = (isDryRun ? countedOf : movedOf)({ moved, staying })
  return (
    <>
      <p>{isRunning || isComplete ? summary : t('Stopped. {summary}', { summary })}</p>
      {staying > 0 && (
        <ul className="soft">
          {stayed.map((group) => (
            <li key={`${group.class} ${group.reason ?? ''}`}>
              {group.count.toLocaleString(locale ?? 'en')} × {reasonOf(group)}
            </li>
          ))}
          {inExperiment > 0 && (
            <li>
              {inExperiment.toLocaleString(locale ?? 'en')} × {t('The visitor is part of a running experiment')}
            </li>
          )}
          {inUse > 0 && (
            <li>
              {inUse.toLocaleString(locale ?? 'en')} × {t('The visitor replied at the same time')}
            </li>
          )}
        </ul>
      )}
    </>
  )
}

interface Counts {
  moved: number
  staying: number
}

const countedOf = ({ moved, staying }: Counts): string =>
  t(
    '{moved, plural, one {# chat} other {# chats}} can move; {staying, plural, one {# stays on its version} other {# stay on their versions}}.',
    { moved, staying },
  )

const movedOf = ({ moved, staying }: Counts): string =>
  t(
    '{moved, plural, one {# chat} other {# chats}} moved; {staying, plural, one {# stays on its version} other {# stay on their versions}}.',
    { moved, staying },
  )

function reasonOf({ class: name, reason }: Stayed): string {
  if (reason === 'effect') return t('A service or script would be asked for something else')
  return reason ? reasons[reason] : classNames[name].label
}
