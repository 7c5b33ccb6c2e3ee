import type { Block, Edge, Flow, FlowEvent, Group, Settings, Theme, Variable } from '@colloquy/flow'
import type { Target } from './session.js'

/** A release compiled once for running: everything that a turn looks up is indexed by id. */
export interface CompiledFlow {
  /** Release id, or the key of a draft. */
  readonly id: string
  readonly botId: string
  readonly workspaceId: string
  /** Time of the release, in milliseconds since 1970; absent for a draft. */
  readonly releasedAt?: number
  readonly theme: Theme
  readonly settings: Settings
  readonly groups: readonly Group[]
  readonly events: readonly FlowEvent[]
  readonly variables: readonly Variable[]
  readonly groupById: ReadonlyMap<string, Group>
  readonly blockById: ReadonlyMap<string, { block: Block; group: Group; index: number }>
  readonly edgeById: ReadonlyMap<string, Edge>
  readonly variableById: ReadonlyMap<string, Variable>
  readonly variableByName: ReadonlyMap<string, Variable>
  /** Variables for attributes of the contact; absent if there are none. */
  readonly attributes?: readonly AttributeVariable[]
  /** Cached results per compiled flow, such as the longest remaining path from an input. */
  readonly memo: Map<string, unknown>
}

/** A variable that stands for an attribute of the contact. */
export type AttributeVariable = Variable & { attribute: NonNullable<Variable['attribute']> }

export interface FlowSource extends Flow {
  id: string
  botId: string
  workspaceId: string
  releasedAt?: number
  theme: Theme
  settings: Settings
}

/** Compiles a flow. If several groups, blocks, edges or variables have the same id, the first one counts. */
export function compile(source: FlowSource): CompiledFlow {
  const blockById = new Map<string, { block: Block; group: Group; index: number }>()
  for (const group of source.groups) {
    for (const [index, block] of group.blocks.entries()) {
      if (!blockById.has(block.id)) blockById.set(block.id, { block, group, index })
    }
  }
  const attributes = source.variables.filter(
    (variable): variable is AttributeVariable => variable.attribute !== undefined,
  )
  const variableByName = firstBy(source.variables, (variable) => variable.name)
  return {
    id: source.id,
    botId: source.botId,
    workspaceId: source.workspaceId,
    ...(source.releasedAt === undefined ? {} : { releasedAt: source.releasedAt }),
    theme: source.theme,
    settings: source.settings,
    groups: source.groups,
    events: source.events,
    variables: source.variables,
    groupById: firstBy(source.groups, (group) => group.id),
    blockById,
    edgeById: firstBy(source.edges, (edge) => edge.id),
    variableById: firstBy(source.variables, (variable) => variable.id),
    variableByName,
    ...(attributes.length > 0 && { attributes }),
    memo: new Map(),
  }
}

/** The target of an edge; undefined if the edge or its group does not exist. */
export function targetOfEdge(compiledFlow: CompiledFlow, edgeId: string | undefined): Target | undefined {
  const edge = edgeId === undefined ? undefined : compiledFlow.edgeById.get(edgeId)
  if (!edge || !compiledFlow.groupById.has(edge.to.groupId)) return undefined
  return { edgeId: edge.id, groupId: edge.to.groupId, blockId: edge.to.blockId }
}

/** A connection without an edge, such as that of a Jump. */
export function virtualTarget(groupId: string, blockId?: string): Target {
  return { edgeId: blockId === undefined ? `virtual-${groupId}` : `virtual-${groupId}-${blockId}`, groupId, blockId }
}

/** The group with this id, or else the first one with this title. */
export function groupByIdOrTitle(compiledFlow: CompiledFlow, idOrTitle: string): Group | undefined {
  return compiledFlow.groupById.get(idOrTitle) ?? compiledFlow.groups.find((group) => group.title === idOrTitle)
}

function firstBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T> {
  const map = new Map<string, T>()
  for (const item of items) if (!map.has(key(item))) map.set(key(item), item)
  return map
}
