import type { Block, Group } from '@colloquy/flow'
import { exitKey } from '@colloquy/flow/operations'
import { ChevronRight, CircleDot, MessageSquareText } from 'lucide-react'
import { memo } from 'react'
import { layoutOf, type PlacedBlock, type Row } from '../canvas/layout/layout.js'
import { rowText } from '../canvas/nodes/row-text.js'
import { entryOf, tone } from '../catalogue/block-catalogue.js'
import { type Names, summaryOf } from '../catalogue/summary.js'
import { TextWithVariables } from '../design/text-with-variables.js'
import { useView } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import type { ExitTitles } from './exit-titles.js'

/** Actions of the outline's items. The object stays the same while the outline is mounted. */
export interface OutlineTools {
  /** Only selects. */
  choose(location: { nodeId: string; blockId?: string }): void
  /** Selects, and opens the form. */
  open(location: { nodeId: string; blockId?: string }): void
  fold(groupId: string, isFolded: boolean): void
}

interface OutlineGroupProps {
  group: Group
  leads: ExitTitles
  names: Names
  /** Number of comments on groups and blocks, by their ids. */
  comments: ReadonlyMap<string, number>
  /** Ids of the blocks before which previews stop. */
  breakpoints: ReadonlySet<string>
  isFolded: boolean
  tools: OutlineTools
}

export const OutlineGroup = memo(({ group, isFolded, ...shared }: OutlineGroupProps) => {
  const { leads, comments, tools } = shared
  const isChosen = useView((it) => it.nodeIds.has(group.id))
  const count = t('{count, plural, one {# block} other {# blocks}}', { count: group.blocks.length })
  const last = group.blocks.at(-1)
  const to = last && leads.get(last.id)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <li
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-expanded={!isFolded}
      aria-selected={isChosen}
      aria-label={
        to
          ? t('Group {title}, {count}, leads to {to}{said}', {
              title: group.title || t('Untitled'),
              count,
              to,
              said: saidOf(comments, group.id),
            })
          : t('Group {title}, {count}{said}', {
              title: group.title || t('Untitled'),
              count,
              said: saidOf(comments, group.id),
            })
      }
      data-node-id={group.id}
      onFocus={(event) => event.target === event.currentTarget && tools.choose({ nodeId: group.id })}
      onClick={(event) => [event.stopPropagation(), tools.open({ nodeId: group.id })]}
    >
      <span className="outline-row outline-head">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys collapse and expand */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys collapse and expand */}
        <span
          className="outline-fold"
          data-folded={isFolded}
          onClick={(event) => [event.stopPropagation(), tools.fold(group.id, !isFolded)]}
        >
          <ChevronRight size={14} aria-hidden />
        </span>
        <span className="cut grow">{group.title || t('Untitled')}</span>
        <SaidMark count={comments.get(group.id)} />
        <span className="faint">{group.blocks.length}</span>
      </span>
      {!isFolded && (
        // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group in a tree
        <ul role="group">
          {layoutOf(group).blocks.map((placed) => (
            <OutlineBlock key={placed.block.id} groupId={group.id} placed={placed} {...shared} />
          ))}
        </ul>
      )}
    </li>
  )
})

const saidOf = (comments: ReadonlyMap<string, number>, id: string) =>
  comments.has(id) ? `, ${t('{get, plural, one {# comment} other {# comments}}', { get: comments.get(id)! })}` : ''

const SaidMark = ({ count }: { count: number | undefined }) =>
  count === undefined ? null : (
    <span className="tag" aria-hidden="true">
      <MessageSquareText size={11} /> {count}
    </span>
  )

interface OutlineBlockProps extends Omit<OutlineGroupProps, 'group' | 'isFolded'> {
  groupId: string
  placed: PlacedBlock
}

function OutlineBlock({ groupId, placed: { block, rows }, ...shared }: OutlineBlockProps) {
  const { leads, names, comments, breakpoints, tools } = shared
  const isStop = breakpoints.has(block.id)
  const isChosen = useView((it) => it.blockId === block.id)
  const entry = entryOf(block)
  const words = summaryOf(block, names)
  const [head, ...ways] = rows
  const to = head?.exit && leads.get(exitKey(head.exit))
  const location = { nodeId: groupId, blockId: block.id }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <li
      role="treeitem"
      tabIndex={-1}
      aria-level={2}
      aria-expanded={ways.length > 0 ? true : undefined}
      aria-selected={isChosen}
      aria-label={`${entry.label}${words ? `: ${words}` : ''}${to ? t(', leads to {to}', { to }) : ''}${isStop ? t(', breakpoint') : ''}${saidOf(comments, block.id)}`}
      data-outline-block={block.id}
      {...(head?.exit && { 'data-exit': JSON.stringify(head.exit), 'data-exit-name': entry.label })}
      onFocus={(event) => event.target === event.currentTarget && tools.choose(location)}
      onClick={(event) => [event.stopPropagation(), tools.open(location)]}
    >
      <span className="outline-row">
        <entry.icon size={14} color={`var(--${tone(entry.section)})`} aria-hidden />
        <span className="cut grow">
          <TextWithVariables text={words || entry.label} />
        </span>
        {isStop && <CircleDot size={13} color="var(--danger)" aria-hidden />}
        <SaidMark count={comments.get(block.id)} />
        {to && <span className="faint cut">→ {to}</span>}
      </span>
      {ways.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group in a tree
        <ul role="group">
          {ways.map((row) => (
            <OutlineWay
              key={wayKey(row)}
              block={block}
              row={row}
              leads={leads}
              names={names}
              onChoose={() => tools.choose(location)}
              onOpen={() => tools.open(location)}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

interface OutlineWayProps {
  block: Block
  row: Row
  leads: ExitTitles
  names: Names
  onChoose(): void
  onOpen(): void
}

/** An answer or another exit of a block. */
function OutlineWay({ block, row, leads, names, onChoose, onOpen }: OutlineWayProps) {
  const words = rowText(block, row, names) || t('Not set')
  const to = row.exit && leads.get(exitKey(row.exit))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <li
      role="treeitem"
      tabIndex={-1}
      aria-level={3}
      aria-selected={false}
      aria-label={`${words}${to ? t(', leads to {to}', { to }) : ''}`}
      {...(row.exit && { 'data-exit': JSON.stringify(row.exit), 'data-exit-name': words })}
      onFocus={(event) => event.target === event.currentTarget && onChoose()}
      onClick={(event) => [event.stopPropagation(), onOpen()]}
    >
      <span className="outline-row outline-way">
        <span className="cut grow">{words}</span>
        {to && <span className="faint cut">→ {to}</span>}
      </span>
    </li>
  )
}

const wayKey = ({ kind, item, path, way }: Row) => `${kind} ${item?.id ?? way?.id} ${path?.id}`
