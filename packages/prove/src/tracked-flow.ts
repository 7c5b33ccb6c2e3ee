import type { CompiledFlow } from '@colloquy/engine'

/** The ids of groups, blocks and edges that a turn looked up in its compiled flow, found or not. */
export type Lookups = readonly string[]

/** A compiled flow that records lookups. It behaves like the compiled flow it was created from. */
export interface TrackedFlow {
  compiledFlow: CompiledFlow
  /** Returns the lookups since the last call. */
  takeLookups(): Lookups
}

/** Stands for all groups, if they were searched. */
const everyGroup = ''

export function trackFlow(compiledFlow: CompiledFlow): TrackedFlow {
  let lookups: string[] = []
  const note = (id: string) => void lookups.push(id)
  const {
    id,
    botId,
    workspaceId,
    releasedAt,
    theme,
    settings,
    events,
    variables,
    variableById,
    variableByName,
    attributes,
  } = compiledFlow
  return {
    compiledFlow: {
      id,
      botId,
      workspaceId,
      ...(releasedAt === undefined ? {} : { releasedAt }),
      theme,
      settings,
      get groups() {
        note(everyGroup)
        return compiledFlow.groups
      },
      events,
      variables,
      groupById: new NotingMap(compiledFlow.groupById, note),
      blockById: new NotingMap(compiledFlow.blockById, note),
      edgeById: new NotingMap(compiledFlow.edgeById, note),
      variableById,
      variableByName,
      ...(attributes && { attributes }),
      memo: new Map(),
    },
    takeLookups() {
      const taken = lookups
      lookups = []
      return taken
    },
  }
}

class NotingMap<Value> extends Map<string, Value> {
  readonly #note: (id: string) => void

  constructor(map: ReadonlyMap<string, Value>, note: (id: string) => void) {
    super()
    this.#note = note
    for (const [id, value] of map) this.set(id, value)
  }

  override get(id: string): Value | undefined {
    this.#note(id)
    return super.get(id)
  }

  override has(id: string): boolean {
    this.#note(id)
    return super.has(id)
  }

  override keys(): ReturnType<Map<string, Value>['keys']> {
    this.#note(everyGroup)
    return super.keys()
  }

  override values(): ReturnType<Map<string, Value>['values']> {
    this.#note(everyGroup)
    return super.values()
  }

  override entries(): ReturnType<Map<string, Value>['entries']> {
    this.#note(everyGroup)
    return super.entries()
  }

  override [Symbol.iterator](): ReturnType<Map<string, Value>['entries']> {
    return this.entries()
  }

  override forEach(work: (value: Value, id: string, map: Map<string, Value>) => void): void {
    this.#note(everyGroup)
    super.forEach(work)
  }
}

/** The differences between two compiled flows that a turn can notice. */
export interface CompiledFlowChanges {
  /** True if they differ in something that every turn may read: variables, settings, theme or events. */
  isEverywhere: boolean
  /** Returns true if one of these lookups has different results in the two compiled flows. */
  touch(lookups: Lookups): boolean
}

export function changesBetween(one: CompiledFlow, other: CompiledFlow): CompiledFlowChanges {
  const changed = new Set<string>()
  const [texts, otherTexts] = [textsOf(one), textsOf(other)]
  const { groups } = texts
  const otherGroups = otherTexts.groups
  for (const id of new Set([...groups.keys(), ...otherGroups.keys()])) {
    if (groups.get(id) !== otherGroups.get(id)) changed.add(id)
  }
  // The order of groups decides which of several with the same title is found.
  if (changed.size > 0 || String([...groups.keys()]) !== String([...otherGroups.keys()])) changed.add(everyGroup)
  for (const id of new Set([...one.blockById.keys(), ...other.blockById.keys()])) {
    const [location, otherLocation] = [one.blockById.get(id), other.blockById.get(id)]
    if (!location || location.group.id !== otherLocation?.group.id || changed.has(location.group.id)) changed.add(id)
  }
  for (const id of new Set([...one.edgeById.keys(), ...other.edgeById.keys()])) {
    if (texts.edges.get(id) !== otherTexts.edges.get(id)) changed.add(id)
  }
  return {
    isEverywhere: texts.common !== otherTexts.common,
    touch: (lookups) => changed.size > 0 && lookups.some((id) => changed.has(id)),
  }
}

/** The parts of a compiled flow as JSON. */
interface CompiledFlowTexts {
  groups: ReadonlyMap<string, string>
  edges: ReadonlyMap<string, string>
  /** Everything that any turn may read. */
  common: string
}

/** Releases are compared with one draft after another. */
const known = new WeakMap<CompiledFlow, CompiledFlowTexts>()

function textsOf(compiledFlow: CompiledFlow): CompiledFlowTexts {
  const texts = known.get(compiledFlow) ?? {
    groups: groupTexts(compiledFlow),
    edges: new Map([...compiledFlow.edgeById].map(([id, edge]) => [id, JSON.stringify(edge)])),
    common: commonText(compiledFlow),
  }
  known.set(compiledFlow, texts)
  return texts
}

/** Groups as JSON without their position on the canvas, which turns do not depend on. */
function groupTexts(compiledFlow: CompiledFlow): Map<string, string> {
  return new Map(
    [...compiledFlow.groupById].map(([id, { graphCoordinates: _, ...group }]) => [id, JSON.stringify(group)] as const),
  )
}

function commonText({ botId, workspaceId, variables, settings, theme, events }: CompiledFlow): string {
  const flowEvents = events.map(({ graphCoordinates: _, ...event }) => event)
  return JSON.stringify([botId, workspaceId, variables, settings, theme, flowEvents])
}
