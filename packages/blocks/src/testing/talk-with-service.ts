import type { Effect, EffectOutcome, Messaging } from '@colloquy/engine'
import type { ServiceOutcome } from '@colloquy/flow/integrations'
import { bubble, Conversation } from './conversation.js'

const variables = [
  { id: 'vName', name: 'Name', value: 'Ada {{Other}} {{= 1 + 1 =}}' },
  { id: 'vOther', name: 'Other', value: 'expanded twice' },
  { id: 'vOut', name: 'Out', value: 'before' },
]

interface TalkOptions {
  mode?: 'live' | 'preview'
  /** The value of a variable named Said. */
  said?: string
  messaging?: Messaging
  /** Answers effects before anything else does. */
  answers?: (effect: Effect) => EffectOutcome | undefined
}

/** Runs one block of a service; its requests receive the outcomes in order. Models do not answer. */
export function talkWith(
  type: string,
  options: object | undefined,
  outcomes: ServiceOutcome[] = [],
  { mode = 'live', said = '', messaging, answers }: TalkOptions = {},
) {
  const left = [...outcomes]
  const talk = new Conversation(
    {
      groups: [{ id: 'g', blocks: [{ id: 'service', type, options }, bubble('b', '{{Out}}')] }],
      edges: { start: 'g' },
      variables: [...variables, { id: 'vSaid', name: 'Said', value: said }],
    },
    {
      mode,
      ...(messaging && { messaging }),
      outcomes(effect) {
        const answer = answers?.(effect)
        if (answer) return answer
        const reason = 'the test says nothing of it'
        if (effect.kind === 'model')
          return { kind: 'model', outcome: { answer: 'failed', cause: 'overloaded', reason } }
        if (effect.kind === 'transcript') return { kind: 'transcript', entries: [] }
        if (effect.kind === 'knowledge') return { kind: 'knowledge', answer: 'failed', reason }
        if (effect.kind !== 'request') return undefined
        return { kind: 'request', ...(left.shift() ?? { answer: 'failed', reason }) }
      },
    },
  ).start()
  const asked = talk.asked.flatMap((effect) => (effect.kind === 'request' ? [effect.request] : []))
  const askedModels = talk.asked.flatMap((effect) => (effect.kind === 'model' ? [effect.request] : []))
  return { talk, asked, askedModels, logs: talk.last.logs.map(({ description }) => description) }
}
