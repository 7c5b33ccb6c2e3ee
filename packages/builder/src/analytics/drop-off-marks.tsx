import type { Group } from '@colloquy/flow'
import { Panel, type ReactFlowState, useStore as useFlow, ViewportPortal, type XYPosition } from '@xyflow/react'
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { toggleDropOff } from '../canvas/drop-off-state.js'
import { isCollapsed, layoutOf, sizes } from '../canvas/layout/layout.js'
import { type Distance, distanceAt } from '../canvas/nodes/far.js'
import { ownZone } from '../design/time-zones.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { rich, t } from '../i18n/i18n.js'
import type { Period } from '../results/use-period.js'
import { api } from '../service/api.js'
import { type Leaving, leavingByGroup, leavingNote, toneOf } from './leaving.js'
import { percent, useMetrics } from './metrics.js'
import './drop-off-marks.css'

/** Marks on the canvas that show after which answers visitors leave, and a strip that says what is counted. */
export default function DropOffMarks() {
  const { bot } = useBotEditor()
  const groups = useDocument((document) => document.groups)
  const period = useMemo((): Period => ({ timeFilter: 'last30Days', timeZone: ownZone() }), [])
  const { data, error } = useMetrics(['getDropOff'], period, (input) => api.getDropOff(input))
  const marks = useMemo(() => (data ? marksOf(groups, data.blocks) : undefined), [groups, data])
  const distance = useFlow((state) => distanceAt(state.transform[2]))
  return (
    <>
      {marks && <Marks marks={marks} distance={distance} />}
      <Panel position="bottom-center" className="drop-off-strip">
        <span role="status">
          {error
            ? error.message
            : marks === undefined
              ? t('Counting where visitors leave…')
              : marks.length === 0
                ? t('Nobody answered a question of this flow in the last 30 days.')
                : rich('Where visitors left in the last 30 days, all versions together. <a>Analytics</a>', {
                    a: (content) => <Link href={`/bots/${bot.id}/analytics`}>{content}</Link>,
                  })}
        </span>
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={t('Hide where visitors leave')}
          onClick={toggleDropOff}
        >
          <X size={14} />
        </button>
      </Panel>
    </>
  )
}

interface Mark extends Leaving {
  id: string
  groupId: string
  /** Position of the right edge, at half its height. */
  x: number
  y: number
  /** The group card that the mark belongs to; undefined for marks of single blocks, which are hidden when zoomed out. */
  card?: { x: number; y: number; width: number; height: number }
}

/** Distance, in pixels of the flow, that the view moves before other marks are rendered. */
const steps: Record<Distance, number> = { near: 400, far: 2400, farther: 4800, farthest: 9600 }

/** Marks in view and around it. Moving the view renders them again only after a full step. */
function Marks({ marks, distance }: { marks: readonly Mark[]; distance: Distance }) {
  const step = steps[distance]
  const bounds = useFlow(({ transform: [x, y, zoom], width, height }) =>
    [
      Math.floor(-x / zoom / step) - 1,
      Math.floor(-y / zoom / step) - 1,
      Math.ceil((width - x) / zoom / step) + 1,
      Math.ceil((height - y) / zoom / step) + 1,
    ].join(' '),
  )
  const [left, top, right, bottom] = bounds.split(' ').map((it) => Number(it) * step) as [
    number,
    number,
    number,
    number,
  ]
  const isFar = distance !== 'near'
  const dragged = useDragged(marks)
  return (
    <ViewportPortal>
      {marks.map((mark) => {
        const { id, x, y, card } = movedBy(mark, dragged.get(mark.groupId))
        if (x < left || x > right || y < top || y > bottom || (isFar && !card)) return null
        const tone = toneOf(mark)
        return (
          <div key={id} className="drop-off-place" data-distance={distance}>
            {isFar && card && (
              <div
                className="drop-off-card"
                data-tone={tone}
                style={{
                  transform: `translate(${card.x}px, ${card.y}px)`,
                  width: card.width,
                  height: card.height,
                }}
              />
            )}
            <span
              className="drop-off-mark"
              data-tone={tone}
              style={{ transform: `translate(${x}px, ${y}px) translate(-100%, -50%)` }}
            >
              {isFar ? percent(mark.left, mark.answered) : leavingNote(mark)}
            </span>
          </div>
        )
      })}
    </ViewportPortal>
  )
}

const atRest: ReadonlyMap<string, XYPosition> = new Map()

/**
 * Offsets between the positions of groups with marks and their positions in the document, which differ while groups are dragged. Costs
 * nothing while no node moves.
 */
function useDragged(marks: readonly Mark[]): ReadonlyMap<string, XYPosition> {
  const select = useMemo(() => {
    let nodes: unknown
    let dragged = atRest
    return (state: ReactFlowState) => {
      if (state.nodes === nodes) return dragged
      nodes = state.nodes
      const moved = marks.flatMap(({ groupId, card }) => {
        const position = card && state.nodeLookup.get(groupId)?.position
        if (!position || (position.x === card.x && position.y === card.y)) return []
        return [[groupId, { x: position.x - card.x, y: position.y - card.y }] as const]
      })
      dragged = moved.length > 0 ? new Map(moved) : atRest
      return dragged
    }
  }, [marks])
  return useFlow(select)
}

function movedBy(mark: Mark, by: XYPosition | undefined): Mark {
  if (!by) return mark
  const { x, y, card } = mark
  return { ...mark, x: x + by.x, y: y + by.y, ...(card && { card: { ...card, x: card.x + by.x, y: card.y + by.y } }) }
}

/** A mark above each group that was answered, and one at each question of a group with several. */
function marksOf(groups: readonly Group[], counted: readonly (Leaving & { blockId: string })[]): Mark[] {
  const homes = new Map(groups.flatMap((group) => group.blocks.map(({ id }) => [id, group.id] as const)))
  const sums = leavingByGroup(counted, ({ blockId }) => homes.get(blockId))
  const byBlock = new Map(counted.map((it) => [it.blockId, it]))
  return groups.flatMap((group) => {
    const sum = sums.get(group.id)
    if (!sum) return []
    const { x, y } = group.graphCoordinates
    const { height, blocks } = layoutOf(group)
    const right = x + sizes.width
    const card = { x, y, width: sizes.width, height }
    const asked = isCollapsed(group) ? [] : blocks.filter(({ block }) => byBlock.has(block.id))
    return [
      { id: group.id, groupId: group.id, ...sum, x: right, y: y - 16, card },
      ...(asked.length < 2 ? [] : asked).map((placed) => {
        const { answered, left } = byBlock.get(placed.block.id)!
        return {
          id: placed.block.id,
          groupId: group.id,
          answered,
          left,
          x: right - 12,
          y: y + placed.y + placed.height,
        }
      }),
    ]
  })
}
