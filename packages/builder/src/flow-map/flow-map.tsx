import type { Edge, Group } from '@colloquy/flow'
import { Fragment, type ReactNode, useState } from 'react'
import { t } from '../i18n/i18n.js'
import './flow-map.css'

/** Look of a group. The note says the same as the color. */
export interface GroupStyle {
  tone: 'good' | 'warning' | 'danger' | 'strong' | 'plain' | 'faint'
  note: string
  isDashed?: boolean
}

/** A block on the map: its text, after a mark in the colour of its section. */
export interface MapLine {
  id: string
  colour: string
  text: string
}

interface FlowMapProps {
  label: string
  groups: readonly Group[]
  edges: readonly Edge[]
  lookOf(group: Group): GroupStyle
  /** Content of a group, shown in place of its note. */
  linesOf?(group: Group): readonly MapLine[]
  /** Opens at a readable size instead of as a whole. */
  isReadable?: boolean
  /** Shown above the map. */
  legend?: ReactNode
}

/** A read-only map of a flow's groups, at their positions on the canvas. */
export function FlowMap({ label, groups, edges, lookOf, linesOf, isReadable = false, legend }: FlowMapProps) {
  const [isFitted, setFitted] = useState(!isReadable)
  if (groups.length === 0) return <p className="soft">{t('There are no groups.')}</p>
  const boxes = new Map(groups.map((group) => [group.id, boxOf(group, linesOf?.(group).length)]))
  const frame = frameOf([...boxes.values()])
  const [, , width, height] = frame
  const scale = isReadable ? readableScale : 1
  return (
    <div className="stack">
      <div className="row wrap">
        {legend}
        <span className="grow" />
        <button type="button" className="button small" aria-pressed={!isFitted} onClick={() => setFitted(!isFitted)}>
          {isFitted ? t('Full size') : t('Fit')}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard */}
      <section className="flow-map" tabIndex={0} aria-label={label}>
        <svg
          viewBox={frame.join(' ')}
          width={isFitted ? undefined : width * scale}
          height={isFitted ? undefined : height * scale}
          className={isFitted ? 'fitted' : undefined}
          role="img"
          aria-label={t('{label}: {count, plural, one {# group} other {# groups}}', { label, count: groups.length })}
        >
          {edgeLines(groups, edges, boxes).map(({ id, path }) => (
            <path key={id} d={path} className="map-edge" />
          ))}
          {groups.map((group) => {
            const { x, y, width, height } = boxes.get(group.id)!
            const { tone, note, isDashed = false } = lookOf(group)
            const lines = linesOf?.(group)
            return (
              <g
                key={group.id}
                className="map-group"
                data-tone={tone}
                data-dashed={isDashed}
                transform={`translate(${x} ${y})`}
              >
                <rect width={width} height={height} rx={10} />
                <text x={14} y={26} className="map-title">
                  {cut(group.title || t('Untitled'), 24)}
                </text>
                {!lines && (
                  <text x={14} y={48} className="map-note">
                    {note}
                  </text>
                )}
                {lines?.map(({ id, colour, text }, index) => (
                  <Fragment key={id}>
                    <circle cx={19} cy={linesTop + index * lineHeight - 4} r={4} fill={colour} />
                    <text x={32} y={linesTop + index * lineHeight} className="map-note">
                      {cut(text, 32)}
                    </text>
                  </Fragment>
                ))}
              </g>
            )
          })}
        </svg>
      </section>
    </div>
  )
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Size of a map that opens readable, with which two groups fit side by side in a dialog. */
const readableScale = 0.75

/** Place of the first line below the title, and the distance of the others. */
const linesTop = 54
const lineHeight = 20

const boxOf = ({ graphCoordinates: { x, y }, blocks }: Group, lines: number | undefined): Box => ({
  x,
  y,
  width: 260,
  height: lines === undefined ? 64 + Math.min(blocks.length, 12) * 14 : linesTop + lines * lineHeight,
})

/** Part of the canvas that contains all boxes, with a margin: x, y, width, height. */
function frameOf(boxes: readonly Box[]): [number, number, number, number] {
  const room = 40
  const left = Math.min(...boxes.map(({ x }) => x)) - room
  const top = Math.min(...boxes.map(({ y }) => y)) - room
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + room
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + room
  return [left, top, right - left, bottom - top]
}

function edgeLines(groups: readonly Group[], edges: readonly Edge[], boxes: ReadonlyMap<string, Box>) {
  const homes = new Map(groups.flatMap((group) => group.blocks.map(({ id }) => [id, group.id] as const)))
  return edges.flatMap(({ id, from, to }) => {
    const source = from.blockId === undefined ? undefined : boxes.get(homes.get(from.blockId) ?? '')
    const target = boxes.get(to.groupId)
    if (!source || !target) return []
    const [x1, y1] = [source.x + source.width, source.y + source.height / 2]
    const [x2, y2] = [target.x, target.y + 24]
    const bend = Math.max(40, Math.abs(x2 - x1) / 2)
    return [{ id, path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` }]
  })
}

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
