import type { Answer } from '../../service/api.js'

/** A turn of a preview on a channel, as the service returns it. */
export type ChannelTurn = NonNullable<Answer<'continueChat'>['channel']>
export type ChannelMessage = Extract<ChannelTurn['steps'][number], { kind: 'message' }>
export type Picture = ChannelMessage['picture']

/** Why a message does not reach the contact. */
export type Failure = 'window' | 'failing'

export type Entry = { readonly id: number } & (
  | { readonly kind: 'contact'; readonly text: string }
  | { readonly kind: 'wait'; readonly seconds: number }
  | ({ readonly kind: 'bot'; readonly failure?: Failure | undefined } & Pick<
      ChannelMessage,
      'payload' | 'picture' | 'cut'
    >)
)

/** Conditions that an author tries out. */
export interface Conditions {
  /** The contact wrote longer ago than the channel lets bots reply. */
  readonly isWindowClosed: boolean
  /** The provider takes no messages. */
  readonly isFailing: boolean
}

export interface ChatState {
  readonly entries: readonly Entry[]
  readonly conditions: Conditions
  /** A turn is being taken. */
  readonly isBusy: boolean
  readonly waitsFor: ChannelTurn['waitsFor'] | 'nobody'
}

export const emptyChat: ChatState = {
  entries: [],
  conditions: { isWindowClosed: false, isFailing: false },
  isBusy: true,
  waitsFor: 'nobody',
}

/** The chat after somebody wrote: a message of the contact opens the reply window again. */
export function withContact({ entries, conditions, ...rest }: ChatState, text: string): ChatState {
  const entry = { id: entries.length, kind: 'contact' as const, text }
  return { ...rest, entries: [...entries, entry], conditions: { ...conditions, isWindowClosed: false } }
}

/** The chat after a turn, whose messages arrive or fail as the conditions say. */
export function withTurn(chat: ChatState, { steps, waitsFor }: ChannelTurn, isEnded: boolean): ChatState {
  const failure = failureOf(chat.conditions)
  const added = steps.map((step, index): Entry => {
    const id = chat.entries.length + index
    if (step.kind === 'wait') return { id, kind: 'wait', seconds: step.seconds }
    const { payload, picture, cut } = step
    return { id, kind: 'bot', payload, picture, cut, failure }
  })
  return { ...chat, entries: [...chat.entries, ...added], waitsFor: isEnded ? 'nobody' : waitsFor }
}

function failureOf({ isWindowClosed, isFailing }: Conditions): Failure | undefined {
  return isWindowClosed ? 'window' : isFailing ? 'failing' : undefined
}

/** Seconds that a turn waits in all. */
export const secondsOf = ({ steps }: ChannelTurn): number =>
  steps.reduce((seconds, step) => seconds + (step.kind === 'wait' ? Math.max(step.seconds, 0) : 0), 0)
