/** The processor time that replaying recorded conversations on a draft takes, without storage and network: in this process, from what was built. */
import { figure } from './figures.mjs'
import { chainFlow } from './flow.mjs'

const conversations = 1_000
const sizes = [
  { blocks: 20, turns: 6 },
  { blocks: 1_000, turns: 10 },
]

/** Resolves to the figures. A conversation on its release is replayed once and kept, as the builder and the service do. */
export async function benchReplays(runs) {
  const { blockRegistry } = await import('../../blocks/dist/index.js')
  const { compile, defaultBudgets } = await import('../../engine/dist/index.js')
  const { baselineOf, replay } = await import('../../prove/dist/index.js')
  const world = { blocks: blockRegistry, budgets: defaultBudgets, linked: new Map() }
  return sizes.flatMap(({ blocks, turns }) => {
    const programOf = (id) => compile({ ...chainFlow(blocks), id, botId: 'bot', workspaceId: 'workspace' })
    const [release, draft] = [programOf('release'), programOf('draft')]
    const held = Array.from({ length: conversations }, (_, index) => conversation(index, turns))
    const samples = { release: [], draft: [] }
    for (let run = -1; run < runs; run += 1) {
      const began = cpuMilliseconds()
      const baselines = held.map((one) => baselineOf(one, release, world))
      const between = cpuMilliseconds()
      const changed = baselines.filter((one) => replay(one, draft, world).class !== 'same')
      const ended = cpuMilliseconds()
      if (changed.length > 0) throw new Error('A conversation differs on the same flow.')
      if (run < 0) continue
      samples.release.push(between - began)
      samples.draft.push(ended - between)
    }
    const name = `replay of 1,000 conversations of ${turns} turns, ${blocks} blocks`
    return [figure(`${name}: release`, samples.release, 'ms'), figure(`${name}: draft`, samples.draft, 'ms')]
  })
}

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
