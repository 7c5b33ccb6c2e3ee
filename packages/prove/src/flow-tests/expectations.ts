import { type CompiledFlow, entryText, type TranscriptEntry, type VariableValue } from '@colloquy/engine'
import { definitionOf, type Expectation } from '@colloquy/flow'
import type { Failure } from './failure.js'
import type { AskedEffect } from './rehearsal.js'

/** Outcome of a step. */
export interface StepOutcome {
  path: readonly string[]
  asked: readonly AskedEffect[]
  entries: TranscriptEntry[]
  messageIds: readonly string[]
  /** The block that waits after it, and the one that it replied to. */
  awaits?: string
  waited?: string
  isRejected: boolean
  isCompleted: boolean
  errors: readonly { description: string; blockId: string | undefined }[]
  valueOf(variableId: string): VariableValue
}

/** Text in a message that reveals a missing value, or a value that is not a text. */
export const unreadable = /\{\{|\bundefined\b|\[object Object\]|\bNaN\b/

type Unmet = Omit<Failure, 'step' | 'expectation'>
type Indexed = Omit<Failure, 'step'>

/** Expectations that a step does not meet. */
export function failuresOf(
  expectations: readonly Expectation[],
  outcome: StepOutcome,
  compiledFlow: CompiledFlow,
): Indexed[] {
  return unmetOf(expectations, [outcome], compiledFlow)
}

/**
 * Expectations that the whole conversation does not meet: its messages, path and requests are those of all steps, its values those at the
 * end.
 */
export function unmetOf(
  expectations: readonly Expectation[],
  outcomes: readonly StepOutcome[],
  compiledFlow: CompiledFlow,
): Indexed[] {
  return expectations.flatMap((expectation, index) => {
    const failure = unmet(expectation, outcomes, compiledFlow)
    return failure ? [{ ...failure, expectation: index }] : []
  })
}

function unmet(
  expectation: Expectation,
  outcomes: readonly StepOutcome[],
  compiledFlow: CompiledFlow,
): Unmet | undefined {
  const last = outcomes.at(-1)
  const path = outcomes.flatMap((outcome) => outcome.path)
  const lastBlock = path.at(-1) ?? last?.waited
  const at = (blockId: string | undefined) => (blockId && compiledFlow.blockById.has(blockId) ? { blockId } : {})
  switch (expectation.kind) {
    case 'message': {
      const texts = outcomes.flatMap(({ entries }) => entries.map(entryText))
      if (texts.some((text) => matches(text, expectation))) return undefined
      const near = nearest(expectation.text, outcomes)
      const text = near?.text ?? (texts.length === 1 ? texts[0] : undefined)
      return {
        message: nothingSaid(expectation.match, shortened(expectation.text)),
        expected: expectation.text,
        actual: texts.join('\n') || 'No message',
        ...(text?.trim() && { instead: { kind: 'message', text: text.slice(0, maxTextLength), match: 'exact' } }),
        ...at(near?.blockId ?? lastBlock),
      }
    }
    case 'path': {
      const groups = groupsOf(path, compiledFlow)
      const expected = expectation.groups.map(({ id }) => id)
      const fork = expected.findIndex((id, index) => groups[index] !== id)
      if (fork === -1 && groups.length === expected.length) return undefined
      const titleOf = (id: string) => compiledFlow.groupById.get(id)?.title || id
      const location = fork === -1 ? expected.length : fork
      const wrong = groups[location] ?? groups.at(-1)
      return {
        message: 'The conversation went another way.',
        expected: expected.map(titleOf).join(' → ') || 'No group',
        actual: groups.map(titleOf).join(' → ') || 'No group',
        instead: { kind: 'path', groups: groups.slice(0, 500).map((id) => ({ id, ...hinted(titleOf(id)) })) },
        ...at(path.find((id) => compiledFlow.blockById.get(id)?.group.id === wrong) ?? lastBlock),
      }
    }
    case 'variable': {
      const actual = last?.valueOf(expectation.id) ?? null
      if (JSON.stringify(actual) === JSON.stringify(expectation.value)) return undefined
      const name = compiledFlow.variableById.get(expectation.id)?.name ?? expectation.id
      return {
        message: `${name} has another value.`,
        expected: shownValue(expectation.value),
        actual: shownValue(actual),
        ...(JSON.stringify(actual).length <= maxTextLength && { instead: { ...expectation, value: actual } }),
        ...at(lastBlock),
      }
    }
    case 'awaits': {
      const actual = last?.awaits ?? null
      if (actual === expectation.blockId) return undefined
      return {
        message: last?.isRejected ? 'The reply was rejected.' : 'The conversation waits elsewhere.',
        expected: nameOf(expectation.blockId, compiledFlow),
        actual: nameOf(actual, compiledFlow),
        instead: { kind: 'awaits', blockId: actual, ...(actual !== null && hinted(nameOf(actual, compiledFlow))) },
        ...at(actual ?? lastBlock),
      }
    }
    case 'completed': {
      const isCompleted = outcomes.some((outcome) => outcome.isCompleted)
      if (isCompleted === expectation.value) return undefined
      return {
        message: expectation.value ? 'The conversation is not complete.' : 'The conversation is complete.',
        instead: { kind: 'completed', value: isCompleted },
        ...at(last?.awaits ?? lastBlock),
      }
    }
    case 'noErrors': {
      const error = outcomes.flatMap(({ errors }) => errors)[0]
      return error && { message: `An error was logged: ${error.description}`, ...at(error.blockId ?? lastBlock) }
    }
    case 'accepted':
      return outcomes.some(({ isRejected }) => isRejected)
        ? { message: 'The reply was rejected.', ...at(last?.awaits ?? lastBlock) }
        : undefined
    case 'readable': {
      const text = outcomes.flatMap(({ entries }) => entries.map(entryText)).find((one) => unreadable.test(one))
      return text === undefined
        ? undefined
        : {
            message: 'A message shows a placeholder or a value that is not for people.',
            actual: text,
            ...at(lastBlock),
          }
    }
    case 'filled': {
      if ((last?.valueOf(expectation.id) ?? null) !== null) return undefined
      const name = compiledFlow.variableById.get(expectation.id)?.name ?? expectation.id
      return { message: `${name} has no value.`, ...at(lastBlock) }
    }
    case 'request': {
      const requests = outcomes.flatMap(({ asked }) =>
        asked.flatMap(({ effect, blockId }) => (effect.kind === 'http' ? [{ request: effect.request, blockId }] : [])),
      )
      const { method, url, body } = expectation
      const isMet = requests.some(
        ({ request }) =>
          (method === undefined || request.method === method) &&
          (url === undefined || request.url.includes(url)) &&
          (body === undefined || (request.body ?? '').includes(body)),
      )
      if (isMet) return undefined
      const shown = (it: { method?: string; url?: string; body?: string }) =>
        [it.method, it.url, it.body].filter((part) => part !== undefined).join(' ')
      return {
        message: 'No such HTTP request was sent.',
        expected: shown({ ...(method && { method }), ...(url && { url }), ...(body && { body }) }),
        actual: requests.map(({ request }) => shown(request)).join('\n') || 'No request',
        ...at(requests.at(-1)?.blockId ?? lastBlock),
      }
    }
  }
}

/** Titles of groups in the order of the path; a group that is entered twice in a row counts once. */
export function groupsOf(path: readonly string[], compiledFlow: CompiledFlow): string[] {
  const groups = path.flatMap((id) => compiledFlow.blockById.get(id)?.group.id ?? [])
  return groups.filter((id, index) => id !== groups[index - 1])
}

function nothingSaid(match: 'exact' | 'contains' | 'pattern', text: string): string {
  switch (match) {
    case 'exact':
      return `Nothing says "${text}".`
    case 'contains':
      return `Nothing says something with "${text}".`
    case 'pattern':
      return `Nothing says something like "${text}".`
  }
}

function matches(text: string, { text: wanted, match }: Extract<Expectation, { kind: 'message' }>): boolean {
  switch (match) {
    case 'exact':
      return text.trim() === wanted.trim()
    case 'contains':
      return text.includes(wanted)
    case 'pattern':
      try {
        return new RegExp(wanted, 'u').test(text)
      } catch {
        return false
      }
  }
}

/** The message that shares the most words with a text, and its block: probably it was reworded. */
function nearest(text: string, outcomes: readonly StepOutcome[]): { text: string; blockId: string } | undefined {
  const words = new Set(text.toLowerCase().split(/\W+/))
  let best: { text: string; blockId: string; shared: number } | undefined
  for (const { entries, messageIds } of outcomes) {
    for (const [index, entry] of entries.entries()) {
      const said = entryText(entry)
      const shared = said
        .toLowerCase()
        .split(/\W+/)
        .filter((word) => words.has(word)).length
      const id = messageIds[index]
      if (id !== undefined && shared > 0 && shared > (best?.shared ?? 0)) best = { text: said, blockId: id, shared }
    }
  }
  return best
}

/** The longest text that an expectation may have. */
const maxTextLength = 20_000

const hinted = (hint: string) => ({ hint: hint.slice(0, 300) })

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

function shownValue(value: VariableValue): string {
  if (value === null) return 'No value'
  return Array.isArray(value) ? value.join(', ') : value
}

/** Name of a block for people: its group and its position there. */
export function nameOf(blockId: string | null, compiledFlow: CompiledFlow): string {
  if (blockId === null) return 'The end of the conversation'
  const location = compiledFlow.blockById.get(blockId)
  const label = location && (definitionOf(location.block.type)?.label ?? location.block.type)
  return location ? `${location.group.title || 'Group'} › ${label}` : blockId
}
