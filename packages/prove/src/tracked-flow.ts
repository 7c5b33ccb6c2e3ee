import type { CompiledFlow } from '@colloquy/engine'

/** The ids of groups, blocks and edges that a turn looked up in its program, found or not. */
export type Lookups = readonly string[]

/** A program that records lookups. It behaves like the program it was created from. */
export interface TrackedFlow {
  program: CompiledFlow
  /** Returns the lookups since the last call. */
  takeLookups(): Lookups
}

/** Stands for all groups, if they were searched. */
const everyGroup = ''

export function trackFlow(program: CompiledFlow): TrackedFlow {
  let lookups: string[] = []
  const note = (id: string) => void lookups.push(id)
  const { id, botId, workspaceId, releasedAt, theme, settings, events, variables, variableById, variableByName } =
    program
  return {
    program: {
      id,
      botId,
      workspaceId,
      ...(releasedAt === undefined ? {} : { releasedAt }),
      theme,
      settings,
      get groups() {
        note(everyGroup)
        return program.groups
      },
      events,
      variables,
      groupById: new NotingMap(program.groupById, note),
      blockById: new NotingMap(program.blockById, note),
      edgeById: new NotingMap(program.edgeById, note),
      variableById,
      variableByName,
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

/** The differences between two programs that a turn can notice. */
export interface CompiledFlowChanges {
  /** True if they differ in something that every turn may read: variables, settings, theme or events. */
  isEverywhere: boolean
  /** Returns true if one of these lookups has different results in the two programs. */
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
    const [place, otherPlace] = [one.blockById.get(id), other.blockById.get(id)]
    if (!place || place.group.id !== otherPlace?.group.id || changed.has(place.group.id)) changed.add(id)
  }
  for (const id of new Set([...one.edgeById.keys(), ...other.edgeById.keys()])) {
    if (texts.edges.get(id) !== otherTexts.edges.get(id)) changed.add(id)
  }
  return {
    isEverywhere: texts.common !== otherTexts.common,
    touch: (lookups) => changed.size > 0 && lookups.some((id) => changed.has(id)),
  }
}

/** The parts of a program as JSON. */
interface ProgramTexts {
  groups: ReadonlyMap<string, string>
  edges: ReadonlyMap<string, string>
  /** Everything that any turn may read. */
  common: string
}

/** Releases are compared with one draft after another. */
const known = new WeakMap<CompiledFlow, ProgramTexts>()

function textsOf(program: CompiledFlow): ProgramTexts {
  const texts = known.get(program) ?? {
    groups: groupTexts(program),
    edges: new Map([...program.edgeById].map(([id, edge]) => [id, JSON.stringify(edge)])),
    common: commonText(program),
  }
  known.set(program, texts)
  return texts
}

/** Groups as JSON without their position on the canvas, which turns do not depend on. */
function groupTexts(program: CompiledFlow): Map<string, string> {
  return new Map(
    [...program.groupById].map(([id, { graphCoordinates: _, ...group }]) => [id, JSON.stringify(group)] as const),
  )
}

function commonText({ botId, workspaceId, variables, settings, theme, events }: CompiledFlow): string {
  const flowEvents = events.map(({ graphCoordinates: _, ...event }) => event)
  return JSON.stringify([botId, workspaceId, variables, settings, theme, flowEvents])
}
