import { findBlock } from '@colloquy/flow/operations'
import type { ConversationReplay, ReplayReport, TurnPair } from '@colloquy/prove'
import { Panel } from '@xyflow/react'
import { ArrowLeft, X } from 'lucide-react'
import { useEffect } from 'react'
import { entryOf } from '../catalogue/block-catalogue.js'
import { Disclosure } from '../design/disclosure.js'
import { useStore } from '../design/store.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, t } from '../i18n/i18n.js'
import { classNames, reasons, summaryOf } from './class-names.js'
import { PathMarks } from './path-marks.js'
import type { Replays } from './replays.js'

/** The report by class and block; behind a group its conversations, and behind one of them both transcripts. */
export default function ReplayPanel({ replays, report }: { replays: Replays; report: ReplayReport }) {
  const shown = useStore(replays.state, (it) => it.shown)
  return (
    <Panel position="top-right" className="replay-panel" data-covers="right">
      <section aria-label={t('Replayed conversations')}>
        <header className="row">
          {shown && (
            <button
              type="button"
              className="button plain icon-only"
              aria-label={t('Back to the report')}
              onClick={() => replays.show(undefined)}
            >
              <ArrowLeft size={16} />
            </button>
          )}
          <h2 className="grow">{shown ? t('Before and after') : t('Replayed conversations')}</h2>
          <button
            type="button"
            className="button plain icon-only"
            aria-label={t('Close the report')}
            onClick={() => {
              replays.show(undefined)
              replays.state.set({ isOpen: false })
            }}
          >
            <X size={16} />
          </button>
        </header>
        {shown ? (
          <Conversation replay={shown.replay} release={replays.releaseOf(shown.id)} />
        ) : (
          <Groups replays={replays} report={report} />
        )}
      </section>
    </Panel>
  )
}

function Groups({ replays, report }: { replays: Replays; report: ReplayReport }) {
  const { groups, classes, conversations, assumed } = report
  if (groups.length === 0) return <p className="empty">{summaryOf(classes, conversations)}</p>
  return (
    <>
      <ul className="replay-groups">
        {groups.map(({ class: name, blockId, reason, count, conversationIds }) => (
          <li key={`${name} ${blockId} ${reason}`}>
            <Disclosure
              title={
                <>
                  <span className="replay-class" data-class={name}>
                    {classNames[name].label}
                  </span>
                  <span className="grow">{reason ? reasons[reason] : <Place blockId={blockId} />}</span>
                  <strong>{count.toLocaleString(locale ?? 'en')}</strong>
                </>
              }
            >
              <Go blockId={blockId} />
              <ol>
                {conversationIds.map((id, index) => (
                  <li key={id}>
                    <button type="button" className="link" onClick={() => replays.show(id)}>
                      {t('Compare conversation {index}', { index: index + 1 })}
                    </button>
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
    </>
  )
}

function usePlace(blockId: string | undefined) {
  const { editing } = useBotEditor()
  return blockId === undefined ? undefined : findBlock(editing.document, blockId)
}

function Place({ blockId }: { blockId: string | undefined }) {
  const found = usePlace(blockId)
  if (!found) return t('At a deleted block')
  return t('At “{label}” in {title}', { label: entryOf(found.block).label, title: found.group.title || t('Untitled') })
}

function Go({ blockId }: { blockId: string | undefined }) {
  const { show } = useBotEditor()
  const found = usePlace(blockId)
  if (!found) return null
  const { group, block } = found
  return (
    <button type="button" className="link" onClick={() => show({ nodeId: group.id, blockId: block.id })}>
      {t('Show the block')}
    </button>
  )
}

interface ConversationProps {
  replay: ConversationReplay | undefined
  release: ReturnType<Replays['releaseOf']>
}

function Conversation({ replay, release }: ConversationProps) {
  useShownFork(replay)
  if (!replay) return <p className="empty">{t('Replaying…')}</p>
  const { comparison, turns } = replay
  return (
    <>
      {release && <PathMarks turns={turns} release={release} />}
      <p>
        <span className="replay-class" data-class={comparison.class}>
          {classNames[comparison.class].label}
        </span>{' '}
        {comparison.reason && reasons[comparison.reason]}
      </p>
      <p className="replay-legend faint">
        <span data-path="both">{t('Both')}</span> <span data-path="before">{t('Published only')}</span>{' '}
        <span data-path="after">{t('Draft only')}</span>
      </p>
      <table className="replay-turns">
        <thead>
          <tr>
            <th scope="col">{t('Published')}</th>
            <th scope="col">{t('Draft')}</th>
          </tr>
        </thead>
        <tbody>
          {turns.map((turn, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are counted, and never move
            <Turn key={place} turn={turn} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Brings into view where the two versions part, once for each conversation. */
function useShownFork(replay: ConversationReplay | undefined): void {
  const { editing, view } = useBotEditor()
  const isThere = replay !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit replays the conversation and leaves the view where it is
  useEffect(() => {
    const blockId = replay?.comparison.blockId
    const found = blockId === undefined ? undefined : findBlock(editing.document, blockId)
    if (found) view.set({ focus: { nodeId: found.group.id, blockId, isFollowed: true } })
  }, [isThere, editing, view])
}

function Turn({ turn: { reply, before, after, comparison } }: { turn: TurnPair }) {
  return (
    <>
      {reply && (
        <tr className="replay-reply">
          <td colSpan={2}>
            <Entry entry={reply} />
          </td>
        </tr>
      )}
      <tr data-differs={comparison.class !== 'same'}>
        <Side entries={before.entries} />
        {after ? <Side entries={after.entries} /> : <td className="faint">{t('Not asked')}</td>}
      </tr>
    </>
  )
}

type Entries = TurnPair['before']['entries']

function Side({ entries }: { entries: Entries }) {
  return (
    <td>
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
