import type { ConversationReplay, ReplayReport, TurnPair } from '@colloquy/prove'
import { Panel } from '@xyflow/react'
import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { momentOf } from '../design/dates.js'
import { Disclosure } from '../design/disclosure.js'
import { useStore } from '../design/store.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { locale, t } from '../i18n/i18n.js'
import { summaryOf } from './class-names.js'
import { exitLabels } from './exit-labels.js'
import { GroupTitle, useBlockLocation } from './group-title.js'
import { PathMarks } from './path-marks.js'
import type { Replays } from './replays.js'

interface ReplayPanelProps {
  replays: Replays
  report: ReplayReport
  onClose(): void
}

/** The report by class and block; behind a group its conversations, and behind one of them both transcripts. */
export default function ReplayPanel({ replays, report, onClose }: ReplayPanelProps) {
  const shown = useStore(replays.state, (it) => it.shown)
  const panel = useFollowedFocus(shown?.id)
  const back = () => replays.show(undefined)
  return (
    <Panel
      position="top-right"
      className="replay-panel"
      data-covers="right"
      data-shows={shown ? 'conversation' : 'report'}
    >
      <section
        ref={panel}
        aria-label={t('Replayed conversations')}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (shown) back()
          else onClose()
        }}
      >
        <header className="row">
          {shown && (
            <button
              type="button"
              className="button plain icon-only"
              aria-label={t('Back to the report')}
              onClick={back}
            >
              <ArrowLeft size={16} />
            </button>
          )}
          <h2 className="grow">{shown ? t('Before and after') : t('Replayed conversations')}</h2>
          <button type="button" className="button plain icon-only" aria-label={t('Close the report')} onClick={onClose}>
            <X size={16} />
          </button>
        </header>
        {shown && <Conversation key={shown.id} replays={replays} id={shown.id} replay={shown.replay} />}
        {/* Stays, so that its groups are as they were when a conversation is closed. */}
        <div hidden={shown !== undefined}>
          <Groups replays={replays} report={report} />
        </div>
      </section>
    </Panel>
  )
}

/** Moves the focus into a conversation that is opened, and back to its button when it is closed. */
function useFollowedFocus(shownId: string | undefined) {
  const panel = useRef<HTMLElement>(null)
  const before = useRef<string>(undefined)
  useEffect(() => {
    const left = before.current
    before.current = shownId
    const target = shownId === undefined ? left && `[data-conversation="${CSS.escape(left)}"]` : 'header button'
    if (target) panel.current?.querySelector<HTMLElement>(target)?.focus()
  }, [shownId])
  return panel
}

function Groups({ replays, report }: Pick<ReplayPanelProps, 'replays' | 'report'>) {
  const { groups, classes, conversations, assumed } = report
  if (groups.length === 0) return <p className="empty">{summaryOf(classes, conversations)}</p>
  return (
    <>
      <ul className="replay-groups">
        {groups.map(({ conversationIds, count, ...group }) => (
          <li key={`${group.class} ${group.blockId} ${group.reason}`}>
            <Disclosure title={<GroupTitle group={group} count={count} />}>
              <Go blockId={group.blockId} />
              <ol>
                {conversationIds.map((id, index) => (
                  <li key={id}>
                    <button type="button" className="link" data-conversation={id} onClick={() => replays.show(id)}>
                      {t('Compare conversation {index}', { index: index + 1 })}
                    </button>{' '}
                    <Began at={replays.beganAt(id)} />
                  </li>
                ))}
              </ol>
              {count > conversationIds.length && (
                <p className="faint">
                  {t('{shown} of {count} are listed.', {
                    shown: conversationIds.length,
                    count: count.toLocaleString(locale ?? 'en'),
                  })}
                </p>
              )}
            </Disclosure>
          </li>
        ))}
      </ul>
      {assumed > 0 && (
        <p className="faint">
          {t('In {assumed} of them a service would be asked something else; its recorded answer was used.', {
            assumed,
          })}
        </p>
      )}
      <p>
        <a href="/docs/replay-classes" target="_blank" rel="noopener">
          {t('What the classes mean')}
        </a>
      </p>
    </>
  )
}

function Began({ at }: { at: number | undefined }) {
  return at === undefined ? null : <span className="faint">{momentOf(at)}</span>
}

function Go({ blockId }: { blockId: string | undefined }) {
  const { show } = useBotEditor()
  const found = useBlockLocation(blockId)
  if (!found) return null
  const { group, block } = found
  return (
    <button type="button" className="link" onClick={() => show({ nodeId: group.id, blockId: block.id })}>
      {t('Show the block')}
    </button>
  )
}

interface ConversationProps {
  replays: Replays
  id: string
  replay: ConversationReplay | undefined
}

function Conversation({ replays, id, replay }: ConversationProps) {
  const { bot } = useBotEditor()
  useShownFork(replay)
  if (!replay) return <p className="empty">{t('Replaying…')}</p>
  const { comparison, turns } = replay
  const release = replays.releaseOf(id)
  return (
    <>
      {release && <PathMarks turns={turns} release={release} />}
      <p className="row">
        <GroupTitle group={comparison} />
      </p>
      <p className="row wrap">
        <Began at={replays.beganAt(id)} />
        <Link href={`/bots/${bot.id}/recording/${id}`}>{t('Open the recording')}</Link>
      </p>
      {turns.length > 0 && <Transcripts turns={turns} release={release} />}
    </>
  )
}

interface TranscriptsProps {
  turns: readonly TurnPair[]
  /** The version with which the conversation was held. */
  release: ReturnType<Replays['releaseOf']>
}

function Transcripts({ turns, release }: TranscriptsProps) {
  const draft = useDocument((document) => document)
  const exits = useMemo(
    () => ({ before: release ? exitLabels(release) : noLabels, after: exitLabels(draft) }),
    [release, draft],
  )
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    const panel = table.current?.closest('.replay-panel')
    const row = table.current?.querySelector('[data-differs="true"]')
    if (!panel || !row) return
    const [frame, position] = [panel.getBoundingClientRect(), row.getBoundingClientRect()]
    // Moves the panel only: its ancestors would move the canvas.
    if (position.bottom > frame.bottom) panel.scrollTop += position.top - frame.top - frame.height / 2
  }, [])
  return (
    <>
      <p className="replay-legend faint">
        <span data-path="both">{t('Both')}</span> <span data-path="before">{t('Published only')}</span>{' '}
        <span data-path="after">{t('Draft only')}</span>
      </p>
      <table className="replay-turns" ref={table}>
        <thead>
          <tr>
            <th scope="col">{t('Published')}</th>
            <th scope="col">{t('Draft')}</th>
          </tr>
        </thead>
        <tbody>
          {turns.map((turn, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are counted, and never move
            <Turn key={position} turn={turn} exits={exits} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Brings into view where the two versions part, once for each conversation. */
function useShownFork(replay: ConversationReplay | undefined): void {
  const { view } = useBotEditor()
  const found = useBlockLocation(replay?.comparison.blockId)
  const isThere = replay !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit replays the conversation and leaves the view where it is
  useEffect(() => {
    if (found) view.set({ focus: { nodeId: found.group.id, blockId: found.block.id, isFollowed: true } })
  }, [isThere, view])
}

type ExitLabels = ReadonlyMap<string, string>
const noLabels: ExitLabels = new Map()

interface TurnProps {
  turn: TurnPair
  /** Of each version. */
  exits: { before: ExitLabels; after: ExitLabels }
}

function Turn({ turn: { reply, before, after, comparison, values }, exits }: TurnProps) {
  const differs = comparison.class !== 'same'
  return (
    <>
      {reply && (
        <tr className="replay-reply">
          <td colSpan={2}>
            <Entry entry={reply} />
          </td>
        </tr>
      )}
      <tr data-differs={differs}>
        <Side version={before} exits={exits.before} />
        {after ? <Side version={after} exits={exits.after} /> : <td className="faint">{t('Not asked')}</td>}
      </tr>
      {values?.map(({ id, name, before: one, after: other }) => (
        <tr key={id} className="replay-value" data-differs={differs}>
          <Value name={name} value={one} />
          <Value name={name} value={other} />
        </tr>
      ))}
    </>
  )
}

function Value({ name, value }: { name: string; value: string }) {
  return (
    <td>
      <strong>{name}</strong> {value || <span className="faint">{t('empty')}</span>}
    </td>
  )
}

type Entries = TurnPair['before']['entries']

/** The exits that a version took in a turn, and what it said. */
function Side({ version: { entries, edges }, exits }: { version: TurnPair['before']; exits: ExitLabels }) {
  return (
    <td>
      {edges.map((id) => {
        const exit = exits.get(id)
        return (
          exit && (
            <p key={id}>
              <span className="tag">{exit}</span>
            </p>
          )
        )
      })}
      {entries.length === 0 && <span className="faint">–</span>}
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said has no ids, and never moves
        <Entry key={index} entry={entry} />
      ))}
    </td>
  )
}

function Entry({ entry }: { entry: Entries[number] }) {
  return <p>{entry.type === 'text' ? entry.text : `[${entry.type}]`}</p>
}
