import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { SelectButton } from '../design/select.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { classNames, summaryOf } from './class-names.js'
import { GroupTitle } from './group-title.js'
import './replay.css'

type Page = Answer<'replayConversations'>
type Group = Page['groups'][number]

const periods = [
  ['today', 'today'],
  ['last7Days', t('the last 7 days')],
  ['last30Days', t('the last 30 days')],
  ['allTime', t('all time')],
] as const
type Period = (typeof periods)[number][0]

/** Number of recent releases to choose from. */
const releasesShown = 10
/** Number of groups of conversations to list. */
const groupsShown = 8

/** Conversations to replay: those of a period, or all that were held with a release. */
const chosen = (choice: string) =>
  periods.some(([period]) => period === choice)
    ? { timeFilter: choice as Period }
    : { timeFilter: 'allTime' as const, releaseId: choice }

const nameOf = ({ createdAt, note }: Answer<'listReleases'>['releases'][number]) =>
  note
    ? t('the version of {moment}: {note}', { moment: momentOf(createdAt), note })
    : t('the version of {moment}', { moment: momentOf(createdAt) })

/** In the dialog that publishes: replays the conversations of a period on the draft, which has been saved before. */
export default function PublishReplay({ onEvidence }: { onEvidence(evidence: string | undefined): void }) {
  const { bot, saving } = useBotEditor()
  const id = useId()
  const releases = useQuery({
    queryKey: ['releases to replay', bot.id],
    queryFn: async () => (await api.listReleases({ botId: bot.id, limit: releasesShown })).releases,
  })
  const [choice, setChoice] = useState<string>('last7Days')
  const [page, setPage] = useState<Page>()
  const [groups, setGroups] = useState<Group[]>([])
  const [error, setError] = useState<Error>()
  const [isRunning, setIsRunning] = useState(false)
  /** Number of the latest run: an earlier one ends after its request. */
  const run = useRef(0)
  const start = async (next: string) => {
    run.current += 1
    const own = run.current
    const isStopped = () => run.current !== own
    onEvidence(undefined)
    setPage(undefined)
    setGroups([])
    setError(undefined)
    setIsRunning(true)
    try {
      await saving.ensureSaved()
      let cursor: string | null | undefined
      let found: Group[] = []
      do {
        const body = { ...chosen(next), timeZone: zone(), limit: 1000, ...(cursor && { cursor }) }
        const answer: Page = await api.replayConversations({ botId: bot.id, ...body })
        if (isStopped()) return
        found = joined(found, answer.groups)
        setGroups(found)
        setPage(answer)
        cursor = answer.nextCursor
        onEvidence(answer.evidence ?? undefined)
      } while (cursor)
    } catch (failure) {
      if (!isStopped()) setError(failure as Error)
    }
    if (!isStopped()) setIsRunning(false)
  }
  const stop = () => {
    run.current += 1
    setIsRunning(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens; afterwards the button starts it
  useEffect(() => {
    void start(choice)
    return stop
  }, [])
  const isComplete = page?.nextCursor === null
  return (
    <fieldset className="publish-replay">
      <legend>{t('Replay of recorded conversations')}</legend>
      <label htmlFor={id}>{t('Conversations of')}</label>
      <div className="row">
        <SelectButton
          id={id}
          label={t('Conversations of')}
          value={choice}
          choices={[...periods, ...(releases.data ?? []).map((one) => [one.id, nameOf(one)] as const)]}
          onChange={(next) => {
            setChoice(next)
            void start(next)
          }}
        />
        <button type="button" className="button" onClick={() => (isRunning ? stop() : void start(choice))}>
          {isRunning ? t('Stop the replay') : t('Replay again')}
        </button>
      </div>
      <p role="status">{page && outcome(page, isComplete, isRunning)}</p>
      {groups.length > 0 && (
        <ul className="replay-groups">
          {groups.slice(0, groupsShown).map((group) => (
            <li key={keyOf(group)}>
              <GroupTitle group={group} count={group.count} />
            </li>
          ))}
        </ul>
      )}
      {groups.length > groupsShown && (
        <p className="faint">
          {t('{count, plural, one {# more place} other {# more places}}', { count: groups.length - groupsShown })}
        </p>
      )}
      <ErrorNotice error={error} />
    </fieldset>
  )
}

function outcome({ totals }: Page, isComplete: boolean, isRunning: boolean): string {
  const { conversations, classes } = totals
  if (conversations === 0) return isComplete ? t('There are no such conversations.') : t('Replaying…')
  const summary = `${summaryOf(classes, conversations)}.`
  if (isComplete) return t('{summary} The outcome is kept with the release.', { summary })
  return isRunning
    ? t('{conversations} replayed. {summary}', { conversations, summary })
    : t('Stopped after {conversations}. {label}: {same}.', {
        conversations,
        label: classNames.same.label,
        same: classes.same,
      })
}

const keyOf = ({ class: name, blockId, reason }: Group) => `${name} ${blockId} ${reason}`

/** The groups of several pages, as one list: the most serious class first, then the largest group. */
function joined(groups: readonly Group[], others: readonly Group[]): Group[] {
  const byKey = new Map(groups.map((group) => [keyOf(group), group]))
  for (const group of others) {
    const known = byKey.get(keyOf(group))
    byKey.set(keyOf(group), { ...group, count: group.count + (known?.count ?? 0) })
  }
  const order = Object.keys(classNames)
  return [...byKey.values()].sort((a, b) => order.indexOf(a.class) - order.indexOf(b.class) || b.count - a.count)
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
