/** The processor time that replaying recorded conversations on a draft takes, without storage and network: in this process, from what was built. */

import { chainFlow } from './flow.mjs'
import { measurement } from './measurements.mjs'

const conversations = 1_000
const sizes = [
  { blocks: 20, turns: 6 },
  { blocks: 1_000, turns: 10 },
]

/**
 * Resolves to the figures, and to the milliseconds of each run for 1,000 conversations of the small flow, on release and draft. A conversation
 * on its release is replayed once and kept, as the builder does; on the draft, a question differs that every visitor reads.
 */
export async function benchReplays(runs) {
  const { blockRegistry } = await import('../../../packages/blocks/dist/index.js')
  const { compile, defaultBudgets } = await import('../../../packages/engine/dist/index.js')
  const { baselineOf, changesBetween, replayChanges, trackFlow } = await import('../../../packages/prove/dist/index.js')
  const world = { blocks: blockRegistry, budgets: defaultBudgets, linked: new Map() }
  let engine = []
  const measurements = sizes.flatMap(({ blocks, turns }) => {
    const compiledFlowOf = (id, flow) => compile({ ...flow, id, botId: 'bot', workspaceId: 'workspace' })
    const [release, draft] = [
      compiledFlowOf('release', chainFlow(blocks)),
      compiledFlowOf('draft', withOtherQuestion(chainFlow(blocks))),
    ]
    const held = Array.from({ length: conversations }, (_, index) => conversation(index, turns))
    const samples = { release: [], draft: [] }
    for (let run = -1; run < runs; run += 1) {
      const began = cpuMilliseconds()
      const tracked = trackFlow(release)
      const baselines = held.map((one) => baselineOf(one, tracked, world))
      const between = cpuMilliseconds()
      const changes = changesBetween(release, draft)
      const changed = baselines.filter((one) => replayChanges(one, draft, world, changes).class === 'wording')
      const ended = cpuMilliseconds()
      if (changed.length < held.length) throw new Error('A conversation is the same with another question.')
      if (run < 0) continue
      samples.release.push(between - began)
      samples.draft.push(ended - between)
    }
    const name = `replay of 1,000 conversations of ${turns} turns, ${blocks} blocks`
    if (engine.length === 0) engine = samples.release.map((milliseconds, run) => milliseconds + samples.draft[run])
    return [measurement(`${name}: release`, samples.release, 'ms'), measurement(`${name}: draft`, samples.draft, 'ms')]
  })
  return { measurements: [...measurements, await benchDeadEnd(runs)], engine }
}

/** Times synthetic visitors that find a dead end behind twelve questions of two buttons each, and then the shortest way to it. */
async function benchDeadEnd(runs) {
  const { openSuite, walk } = await import('../../../packages/prove/dist/index.js')
  const source = { ...deepFlow(12), id: 'draft', botId: 'bot', workspaceId: 'workspace', theme: {}, settings: {} }
  const samples = []
  for (let run = -1; run < runs; run += 1) {
    const began = performance.now()
    const { compiledFlow, world } = openSuite({ draft: source })
    const [finding] = walk(compiledFlow, world).findings
    if (finding?.kind !== 'deadEnd' || finding.replies.length !== 12) throw new Error('The dead end was not found.')
    if (run >= 0) samples.push(performance.now() - began)
  }
  return measurement('a dead end behind 12 questions is found', samples, 'ms')
}

function deepFlow(depth) {
  const ids = Array.from({ length: depth }, (_, index) => index)
  const button = (at, content, outgoingEdgeId) => ({ id: `${content}${at}`, content, outgoingEdgeId })
  const at = { x: 0, y: 0 }
  return {
    version: '6',
    events: [{ id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'edge0' }],
    groups: [
      ...ids.map((number) => ({
        id: `group${number}`,
        title: `Question ${number}`,
        graphCoordinates: at,
        blocks: [
          {
            id: `choice${number}`,
            type: 'choice input',
            options: {},
            items: [button(number, 'on', `edge${number + 1}`), button(number, 'stop', 'bye')],
          },
        ],
      })),
      { id: 'nothing', title: 'Nothing', graphCoordinates: at, blocks: [] },
      {
        id: 'end',
        title: 'End',
        graphCoordinates: at,
        blocks: [{ id: 'text', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Bye' }] }] } }],
      },
    ],
    edges: [
      { id: 'edge0', from: { eventId: 'start' }, to: { groupId: 'group0' } },
      { id: 'bye', from: { blockId: 'choice0' }, to: { groupId: 'end' } },
      ...ids.map((number) => ({
        id: `edge${number + 1}`,
        from: { blockId: `choice${number}`, itemId: `on${number}` },
        to: { groupId: number + 1 < depth ? `group${number + 1}` : 'nothing' },
      })),
    ],
    variables: [],
  }
}

/** Every visitor reads the changed text. */
export function withOtherQuestion(flow) {
  const groups = flow.groups.map((group, index) =>
    index === 2 ? { ...group, blocks: group.blocks.map((block) => (block.content ? reworded(block) : block)) } : group,
  )
  return { ...flow, groups }
}

const reworded = (block) => ({
  ...block,
  content: { richText: [{ type: 'p', children: [{ text: 'What else?' }] }] },
})

/** Processor time of this process: what else runs on the machine does not count. */
function cpuMilliseconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function conversation(index, turns) {
  return {
    id: `c${index}`,
    sessionId: `session-${index}`,
    resultId: `result-${index}`,
    releaseId: 'release',
    turns: Array.from({ length: turns }, (_, turn) => ({
      record: turn === 0 ? {} : { message: { type: 'text', text: `Answer ${turn} of ${index}` } },
      now: 1_700_000_000_000 + turn,
      seed: index * turns + turn,
    })),
  }
}
