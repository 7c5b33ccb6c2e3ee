import type { PageModel, ShownTurn } from '@colloquy/chat'
import { type ChatRecord, type Entry, emptyRecord } from '../conversation/chat-state.js'
import { promptOf } from '../conversation/prompt-of.js'
import { type Step, stepsOf, waitsForPage } from '../conversation/steps-of.js'
import type { ClientAction, Input, SentMessage, StartAnswer, TurnAnswer } from '../conversation/wire.js'
import type { Texts } from '../texts/more-en.js'
import { plainInputs } from './plain-inputs.js'
import type { ShownReply } from './shown-reply.js'
import { withPeople } from './with-people.js'

/** A page model in two forms. */
export interface PageState {
  /** The part that is shown before the page's script runs; the widget shows the rest. */
  record: ChatRecord
  /** The complete conversation, for visitors without scripts. */
  whole: ChatRecord
  /** Both are the same: nothing follows after the page has been rendered. */
  isSame: boolean
}

/** Returns the chat state that the widget would have saved for this conversation, had it been there from the start. */
export function pageState(model: PageModel, texts: Texts, earlier: string): PageState {
  const { sessionId, resultId, bot } = model.session as StartAnswer
  const entries: Entry[] = []
  const { earlierTurns } = model
  const record: ChatRecord = {
    ...emptyRecord,
    turn: earlierTurns,
    session: { sessionId, resultId, bot },
    ...(earlierTurns > 0 && { earlier }),
  }
  const addMessage = (step: Step, turn: number) => {
    if (step.kind === 'message')
      entries.push({ kind: 'bot', id: entries.length + 1, turn, message: step.message, ...avatar('hostAvatarUrl') })
  }
  const avatar = (name: 'hostAvatarUrl' | 'guestAvatarUrl') => {
    const avatarUrl = record.dynamicTheme?.[name]
    return avatarUrl ? { avatarUrl } : {}
  }
  let steps: Step[] = []
  for (const { message, answer } of model.turns) {
    for (const step of steps) addMessage(step, record.turn)
    // The first reply after turns that are not rendered answers a question that is not there.
    if (message && (record.turn > earlierTurns || earlierTurns === 0)) {
      const text = shownReply(message as SentMessage, record.input, answer, { texts, locale: model.languages[0] })
      if (text)
        entries.push({ kind: 'guest', id: entries.length + 1, turn: record.turn, text, ...avatar('guestAvatarUrl') })
    }
    const given = answer as TurnAnswer
    record.turn += 1
    record.input = given.input
    record.progress = given.progress || record.progress
    record.dynamicTheme = given.dynamicTheme ?? record.dynamicTheme
    record.wait = given.noAnswer
    record.isWaitingForPage = given.messages.some(waitsForPage)
    steps = stepsOf(given)
  }
  const before = entries.length
  const rest = model.isNew ? withoutHeadCode(steps, model.hasHeadCode) : steps.filter(isStillToDo)
  const quiet = rest.filter(isQuiet)
  const loud = rest.filter((step) => !isQuiet(step))
  const cut = loud.findIndex((step) => step.kind === 'action' || !isRenderedAtOnce(step))
  const shown = cut < 0 ? loud : loud.slice(0, cut)
  for (const step of steps) addMessage(step, record.turn)
  const isOver = !record.input && !record.isWaitingForPage
  const isAwaiting = model.turns.at(-1)?.answer.clientSideActions?.some((action) => isAwaited(action as ClientAction))
  return {
    isSame: cut < 0 && !model.people,
    record: {
      ...record,
      entries: entries.slice(0, before + shown.length),
      steps: cut < 0 ? quiet : [...quiet, ...loud.slice(cut)],
      isEnded: isOver && rest.length === shown.length,
    },
    whole: { ...record, entries: withPeople(entries, model.people?.messages ?? []), isEnded: isOver && !isAwaiting },
  }
}

/** The display form of a reply: the text of the choice, the form that the service gave it, or as it was typed. */
function shownReply(
  message: SentMessage,
  input: Input | undefined,
  answer: ShownTurn,
  words: Parameters<ShownReply>[2],
): string {
  if (message.type === 'command' || message.type === 'no-answer') return ''
  if (message.type === 'audio') return words.texts.voiceMessage
  const shown = input && plainInputs[promptOf(input)].shown?.(message.text, input, words)
  return shown ?? chosenLabel(message, input) ?? answer.lastMessageNewFormat ?? message.text
}

interface Choice {
  id: string
  content?: string
  title?: string
  value?: string
  paths?: { id: string; text?: string }[]
}

function chosenLabel(message: Extract<SentMessage, { type: 'text' }>, input: Input | undefined): string | undefined {
  const items = (input?.items ?? []) as Choice[]
  const labelOf = (item: Choice) => item.content ?? item.title
  const { replyId: id, replyIds } = ('metadata' in message ? message.metadata : undefined) ?? {}
  for (const item of items) {
    if (item.id === id) return labelOf(item)
    const path = item.paths?.find((one) => one.id === id)
    if (path) return [item.title, path.text].filter(Boolean).join(' · ')
  }
  const ids = new Set(replyIds)
  const named = items.filter((item) => ids.has(item.id))
  if (named.length > 0) return named.map(labelOf).join(', ')
  const sent = message.text.split(', ')
  const chosen = items.filter((item) => sent.includes(item.value || labelOf(item) || ''))
  return chosen.length === sent.length ? chosen.map(labelOf).join(', ') : undefined
}

const isAwaited = (action: ClientAction) => action.expectsDedicatedReply === true

/** Actions that the flow does not wait for were done, or skipped, when they were first shown. */
const isStillToDo = (step: Step) => step.kind === 'message' || isAwaited(step.action)

/** True for actions without a visible effect: messages after them need not wait. */
const isQuiet = (step: Step) => step.kind === 'action' && quietActions.has(step.action.type) && !isAwaited(step.action)
const quietActions = new Set<ClientAction['type']>(['startPropsToInject', 'googleAnalytics', 'pixel'])

/** A player or an embedded page would start twice, once in the page as it arrives and once in the widget. */
const isRenderedAtOnce = (step: Step) =>
  step.kind === 'message' && (step.message.type === 'text' || step.message.type === 'image')

function withoutHeadCode(steps: Step[], hasHeadCode: boolean): Step[] {
  if (!hasHeadCode) return steps
  return steps.map((step) => {
    if (step.kind !== 'action' || step.action.type !== 'startPropsToInject') return step
    const { customHeadCode: _, ...startPropsToInject } = step.action.startPropsToInject
    return { kind: 'action', action: { ...step.action, startPropsToInject } }
  })
}
