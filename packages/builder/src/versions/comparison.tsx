import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, GitCompareArrows } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { ChoiceGroup, Choices } from '../design/choices.js'
import { momentOf } from '../design/dates.js'
import { Segments } from '../design/segments.js'
import { Select } from '../design/select.js'
import { showToast } from '../design/toasts.js'
import type { Content } from '../document/content.js'
import { restore } from '../document/restore.js'
import { useBotEditor } from '../editor/bot-editor.js'
import type { ReleaseRow } from '../environments/release.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { type ChangeKind, compare, type Difference } from './compare.js'
import { ReleaseNote } from './release-note.js'
import { VersionMap } from './version-map.js'

const views = [
  ['words', t('List')],
  ['map', t('Canvas')],
] as const

interface ComparisonProps {
  rows: readonly ReleaseRow[]
  /** Id of a release, or `draft`. */
  chosen: string
  base: string | undefined
  /** The bot whose version is the base, if it is not this one. */
  otherBotId: string | undefined
  /** Versions of the bot of the base. */
  baseRows: readonly ReleaseRow[]
  /** Takes a version, or undefined for the default one, and the bot if it is another one. */
  onBase(id: string | undefined, botId?: string): void
  before: Content | undefined
  after: Content | undefined
  nameOf(id: string): string
  /** Further actions for the version. */
  actions?: ReactNode
}

/** Changes from one version to another, in words or on a map, and a button to restore the version. */
export default function Comparison({
  rows,
  chosen,
  base,
  otherBotId,
  baseRows,
  onBase,
  before,
  after,
  nameOf,
  actions,
}: ComparisonProps) {
  const { editing, isReadOnly } = useBotEditor()
  const others = useOtherBots()
  const [view, setView] = useState<(typeof views)[number][0]>('words')
  const differences = useMemo(() => (before && after ? compare(before, after) : undefined), [before, after])
  const row = rows.find(({ id }) => id === chosen)
  const bring = () => {
    if (!after) return
    editing.run(t('Restore a version'), restore(after))
    showToast(t('The draft is this version again. Publish it to make it live.'), {
      label: t('Undo'),
      run: () => editing.undo(),
    })
  }
  const own: Choices = [
    ...(rows.at(-1)?.id === chosen ? [['', t('Nothing: everything is new')] as const] : []),
    ...(chosen === 'draft' ? [] : [['draft', t('Draft')] as const]),
    ...rows.filter(({ id }) => id !== chosen).map(choiceOf),
  ]
  const choices: readonly ChoiceGroup[] = [
    [t('This bot'), own],
    ...(others.length > 0
      ? [[t('Other bots'), others.map(({ id, name }) => [`${ofBot}${id}`, name] as const)] as const]
      : []),
  ]
  return (
    <section className="card" aria-label={t('Comparison')}>
      <div className="row wrap">
        <h2 className="grow">{row ? momentOf(row.createdAt) : t('Draft')}</h2>
        {actions}
        {row && !isReadOnly && (
          <button type="button" className="button" disabled={!after} onClick={bring}>
            <ArchiveRestore size={14} /> {t('Restore as draft')}
          </button>
        )}
      </div>
      {row && <ReleaseNote key={row.id} row={row} />}
      <div className="compare-bar">
        <Select
          label={t('Compared with')}
          value={otherBotId ? `${ofBot}${otherBotId}` : (base ?? '')}
          choices={choices}
          onChange={(value) =>
            value.startsWith(ofBot) ? onBase(undefined, value.slice(ofBot.length)) : onBase(value || undefined)
          }
        />
        {otherBotId && base !== undefined && (
          <Select
            label={t('Its version')}
            value={base}
            choices={baseRows.map(choiceOf)}
            onChange={(id) => onBase(id, otherBotId)}
          />
        )}
        <Segments label={t('Shown as')} value={view} choices={views} onChange={setView} />
      </div>
      {!differences || !before || !after ? (
        <p className="soft">{t('Comparing…')}</p>
      ) : differences.length === 0 ? (
        <p className="empty">
          <GitCompareArrows size={28} />{' '}
          {t('{name} and {value} are the same.', { name: nameOf(chosen), value: base ? nameOf(base) : t('nothing') })}
        </p>
      ) : view === 'words' ? (
        <DifferenceList differences={differences} />
      ) : (
        <VersionMap before={before} after={after} differences={differences} />
      )}
    </section>
  )
}

/** Precedes the id of a bot among the choices of a base. */
const ofBot = 'bot:'

const choiceOf = ({ id, createdAt, note }: ReleaseRow) =>
  [id, note ? `${momentOf(createdAt)}: ${note}` : momentOf(createdAt)] as const

/** Other published bots of the workspace. */
function useOtherBots() {
  const { bot, can } = useBotEditor()
  const bots = useQuery({
    queryKey: ['bots', bot.workspaceId],
    queryFn: () => api.listBots({ workspaceId: bot.workspaceId }),
    enabled: can('bot.read'),
    select: (answer) => answer.bots.filter(({ id, publishedBotId }) => id !== bot.id && publishedBotId !== undefined),
  })
  return bots.data ?? []
}

const fateWords: Record<ChangeKind, string> = {
  added: t('New'),
  removed: t('Gone'),
  changed: t('Changed'),
  moved: t('Moved'),
}

const DifferenceList = ({ differences }: { differences: readonly Difference[] }) => (
  <ul className="places">
    {differences.map(({ id, title, fate, lines }) => (
      <li key={`${fate} ${id}`}>
        <h3>
          <span className="fate" data-fate={fate}>
            {fateWords[fate]}
          </span>{' '}
          {title}
        </h3>
        <ul>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a comparison do not change places
            <li key={index}>{line}</li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)
