import { History, MoveRight, Rocket } from 'lucide-react'
import { useMemo, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { onDemand, Part } from '../design/on-demand.js'
import { type Content, contentOf } from '../document/content.js'
import { useBotEditor, useEditingState } from '../editor/bot-editor.js'
import DeployMenu from '../environments/deploy-menu.js'
import EnvironmentList from '../environments/environment-list.js'
import { type EnvironmentRow, useEnvironments } from '../environments/environments.js'
import { type ReleaseRow, useReleases } from '../environments/release.js'
import { useRelease } from '../environments/release-content.js'
import ExperimentList from '../experiments/experiment-list.js'
import { t } from '../i18n/i18n.js'
import MoveChats from './move-chats.js'
import { PublishDialog } from './publish-dialog.js'
import './versions.css'

const Comparison = onDemand(() => import('./comparison.js'))

/** Stands for the draft where releases have ids. */
const draftId = 'draft'

/** All published versions, and the draft: what changed when, and how to restore a version. */
export default function VersionsPage() {
  const { bot, editing, can } = useBotEditor()
  const releases = useReleases(bot.id)
  const draft = useEditingState(() => editing.content)
  const [chosen, setChosen] = useState(draftId)
  const [base, setBase] = useState<string>()
  /** The bot whose version is the base, if it is not this one. */
  const [otherBotId, setOtherBotId] = useState<string>()
  /** The environment in which to publish the draft. */
  const [publishing, setPublishing] = useState<string>()
  const [isMoving, setMoving] = useState(false)
  const rows = releases.data ?? []
  const environments = useEnvironments(bot.id).data ?? []
  /** The environment in which the chosen release is current. */
  const current = environments.find(({ releaseId }) => releaseId === chosen)
  const draftContent = useMemo(() => contentOf(draft), [draft])
  const releasesOfBase = useReleases(otherBotId ?? bot.id)
  const baseRows = releasesOfBase.data ?? []
  const baseId = base ?? usualBase(baseRows, otherBotId ? draftId : chosen)
  const compareWith = (id: string | undefined, botId?: string) => {
    setBase(id)
    setOtherBotId(botId)
  }
  const choose = (id: string) => {
    setChosen(id)
    compareWith(undefined)
  }
  const shown = useContent(bot.id, chosen, draftContent)
  const against = useContent(otherBotId ?? bot.id, baseId, draftContent)
  const error = releases.error ?? releasesOfBase.error ?? shown.error ?? against.error
  return (
    <div className="page">
      <div className="versions">
        <div className="versions-list">
          <div className="row">
            <h1 className="grow">{t('Versions')}</h1>
            {can('bot.publish') && (
              <button type="button" className="button primary" onClick={() => setPublishing('live')}>
                <Rocket size={14} /> {t('Publish…')}
              </button>
            )}
          </div>
          {error && <p className="notice danger">{error.message}</p>}
          {rows.length > 0 && (
            <EnvironmentList releases={rows} nameOf={(id) => nameOf(rows, id)} onPublish={setPublishing} />
          )}
          {rows.length > 0 && <ExperimentList releases={rows} nameOf={(id) => nameOf(rows, id)} />}
          <ol className="card release-list">
            <li>
              <button
                type="button"
                className="release"
                aria-pressed={chosen === draftId}
                onClick={() => choose(draftId)}
              >
                <strong>{t('Draft')}</strong>
                <span className="faint">{t('What is on the canvas now')}</span>
              </button>
            </li>
            {rows.map((row) => (
              <li key={row.id}>
                <ReleaseButton
                  row={row}
                  environments={environments}
                  isChosen={chosen === row.id}
                  onChoose={() => choose(row.id)}
                />
              </li>
            ))}
          </ol>
          {releases.hasNextPage && (
            <button
              type="button"
              className="button"
              disabled={releases.isFetchingNextPage}
              onClick={() => releases.fetchNextPage()}
            >
              {t('Show older ones')}
            </button>
          )}
        </div>
        <div className="versions-detail">
          {releases.isSuccess && rows.length === 0 ? (
            <div className="card empty">
              <History size={28} />
              <p>
                {t(
                  'Nothing is published yet. Each time you publish, that version is kept here, and you can go back to it.',
                )}
              </p>
            </div>
          ) : (
            <Part>
              <Comparison
                rows={rows}
                chosen={chosen}
                base={baseId}
                otherBotId={otherBotId}
                baseRows={baseRows}
                onBase={compareWith}
                before={baseId === undefined && !otherBotId ? emptyContent : against.data}
                after={shown.data}
                nameOf={(id) => nameOf([...rows, ...baseRows], id)}
                actions={
                  can('bot.publish') &&
                  chosen !== draftId && (
                    <>
                      {current && (
                        <button type="button" className="button" onClick={() => setMoving(true)}>
                          <MoveRight size={14} /> {t('Move running chats…')}
                        </button>
                      )}
                      <DeployMenu key={chosen} releaseId={chosen} name={nameOf(rows, chosen)} />
                    </>
                  )
                }
              />
            </Part>
          )}
        </div>
      </div>
      {publishing && <PublishDialog environmentId={publishing} onClose={() => setPublishing(undefined)} />}
      {isMoving && current && <MoveChats environmentId={current.id} onClose={() => setMoving(false)} />}
    </div>
  )
}

interface ReleaseButtonProps {
  row: ReleaseRow
  environments: readonly EnvironmentRow[]
  isChosen: boolean
  onChoose(): void
}

function ReleaseButton({ row, environments, isChosen, onChoose }: ReleaseButtonProps) {
  const { createdAt, author, note, overrides, isLive } = row
  return (
    <button type="button" className="release" aria-pressed={isChosen} onClick={onChoose}>
      <span className="row">
        <strong className="grow">{momentOf(createdAt)}</strong>
        {isLive && <span className="tag good">{t('Live')}</span>}
        {environments.map(
          ({ id, name, releaseId }) =>
            id !== 'live' &&
            releaseId === row.id && (
              <span key={id} className="tag">
                {name}
              </span>
            ),
        )}
      </span>
      {note && <span className="release-note">{note}</span>}
      {overrides.map(({ reason, createdAt: at }) => (
        <span key={at} className="release-note">
          {t('Published although checks failed, because: {reason}', { reason })}
        </span>
      ))}
      <span className="faint">
        {author
          ? t('by {name}', { name: author.name || author.email || t('an unnamed member') })
          : t('by an unknown person')}
      </span>
    </button>
  )
}

/** Default base of a comparison: the live release for the draft, and the previous release for a release. */
function usualBase(rows: readonly ReleaseRow[], chosen: string): string | undefined {
  if (chosen === draftId) return (rows.find(({ isLive }) => isLive) ?? rows[0])?.id
  return rows[rows.findIndex(({ id }) => id === chosen) + 1]?.id
}

function useContent(botId: string, id: string | undefined, draft: Content) {
  const isDraft = id === draftId
  const release = useRelease(botId, isDraft ? undefined : id)
  return isDraft ? { data: draft, error: null } : release
}

function nameOf(rows: readonly ReleaseRow[], id: string): string {
  if (id === draftId) return t('Draft')
  const row = rows.find((it) => it.id === id)
  return row ? shortNote(row) || momentOf(row.createdAt) : t('An older version')
}

/** The first line of a note, shortened to serve as a name. */
function shortNote({ note }: ReleaseRow): string {
  const [line = ''] = (note ?? '').trim().split('\n')
  return line.length > nameCharacters ? `${line.slice(0, nameCharacters - 1).trimEnd()}…` : line
}

const nameCharacters = 60

const emptyContent: Content = { events: [], groups: [], edges: [], variables: [], theme: {}, settings: {} } as Content
