import type { Log } from '@colloquy/chat'
import {
  type BlockContext,
  perform,
  richTextOfMarkdown,
  type VariableUpdate,
  type VariableValue,
} from '@colloquy/engine'
import type { Piece, TypedPiece } from '@colloquy/flow'

/** A context for unit tests: variables by name (also used as ids), placeholders that are plain names, everything else fixed. */
export interface FakeContext extends BlockContext {
  readonly logs: Log[]
  readonly assigned: VariableUpdate[]
}

export function fakeContext(
  variables: Record<string, VariableValue> = {},
  overrides: Partial<BlockContext> = {},
): FakeContext {
  const logs: Log[] = []
  const assigned: VariableUpdate[] = []
  let ids = 0
  const value = (id: string | undefined) => (id === undefined ? undefined : variables[id])
  const typedPieces = (text: string | undefined): TypedPiece[] =>
    (text ?? '')
      .split(/\{\{([^{}]*)\}\}/)
      .map((part, index) => (index % 2 === 0 ? { text: part } : { value: variables[part] ?? null }))
  const pieces = (text: string | undefined): Piece[] =>
    typedPieces(text).map((piece) => {
      if ('text' in piece) return piece
      return { value: typeof piece.value === 'string' ? piece.value : (piece.value?.join(', ') ?? '') }
    })
  const expand = (text: string | undefined) =>
    pieces(text)
      .map((piece) => ('text' in piece ? piece.text : piece.value))
      .join('')
  const expandDeep = <T>(node: T): T => {
    if (typeof node === 'string') return expand(node) as T
    if (Array.isArray(node)) return node.map((item) => (typeof item === 'string' ? item : expandDeep(item))) as T
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, expandDeep(child)])) as T
  }
  return {
    compiledFlow: { variables: [], variableByName: new Map(), settings: {}, theme: {} } as never,
    group: undefined as never,
    now: Date.UTC(2026, 10, 21, 9),
    mode: 'live',
    isDryRun: false,
    channel: 'web',
    messaging: undefined,
    isStreamEnabled: false,
    resultId: 'result',
    textFormat: 'richText',
    random: () => 0.5,
    newId: () => `id${ids++}`,
    log: (_cause, log) => logs.push(log),
    answers: [],
    people: { count: 0, entries: [] },
    value,
    valueByName: value,
    variableName: (id) => id,
    assign: (updates) => assigned.push(...updates),
    // biome-ignore lint/correctness/useYield: nothing runs here
    *runBlock() {
      return { ok: false, problem: 'There are no other blocks.' }
    },
    takeReply: () => undefined,
    recall: () => undefined,
    remember: () => true,
    say: () => {},
    *askModel(request) {
      return (yield* perform({ kind: 'model', request })).outcome
    },
    masked: (text) => text,
    noteUnanswered: () => undefined,
    keepOutOfResults: () => undefined,
    saidNow: () => [],
    expand,
    pieces,
    typedPieces,
    expandDeep,
    script: (content) => ({ content, args: [] }),
    singleVariable(text) {
      const [, name] = /^\{\{([^{}]+)\}\}$/.exec(text ?? '') ?? []
      return name === undefined ? undefined : { id: name, name, value: variables[name] }
    },
    // biome-ignore lint/correctness/useYield: nothing is compared here
    *isMet() {
      return false
    },
    isPauseDue: false,
    readMarkdown: (text) => richTextOfMarkdown(text),
    nextBlock: () => undefined,
    markReturn: () => undefined,
    takeReturnMark: () => undefined,
    ...overrides,
    logs,
    assigned,
  }
}
