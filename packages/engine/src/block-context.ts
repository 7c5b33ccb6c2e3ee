import type { Block, Group } from '@colloquy/flow'
import type { BlockContext } from './block-runtime.js'
import { isMet } from './condition.js'
import type { TranscriptEntry } from './effect.js'
import { scriptText, variableNamed } from './frame-variables.js'
import { expandDeep, singlePlaceholder } from './template.js'
import { transcriptOf } from './transcript.js'
import { nextBlock, operandsOf, type TurnState } from './turn-state.js'

/** What a block may read and do in this turn. */
export function contextOf(state: TurnState, block: Block, group: Group): BlockContext {
  const { program, session, event } = state
  return {
    program,
    group,
    now: event.now,
    mode: session.mode,
    channel: session.channel,
    isStreamEnabled: session.isStreamEnabled === true,
    resultId: state.frame.resultId,
    resultsUrl: state.publicUrl && `${state.publicUrl}/bots/${program.botId}/results`,
    textFormat: event.textFormat,
    random: () => state.random(),
    newId: () => state.newId(),
    log: (log) => void state.logs.push(log),
    answers: state.frame.answers,
    value: (id) => state.value(id),
    valueByName: state.lookup,
    variableName: (id) => (id === undefined ? undefined : program.variableById.get(id)?.name),
    assign: (updates) => state.assign(updates, block),
    expand: (text) => state.expand(text),
    expandDeep: (value) => expandDeep(value, state.lookup),
    script: (code) => scriptText(state.frame, program, code),
    singleVariable: (text) => {
      const name = singlePlaceholder(text)
      return name === undefined ? undefined : variableNamed(state.frame, program, name)
    },
    isMet: (condition) => isMet(condition, (comparison) => operandsOf(state, comparison), state.prepared.matcher),
    nextBlock: (current) => nextBlock(program, current),
    keepOutOfResults: (id) => {
      const kept = state.frame.sessionVariableIds ?? []
      if (!kept.includes(id)) state.frame.sessionVariableIds = [...kept, id]
    },
    saidNow: () => saidNow(state),
    markReturn: (blockId) => {
      session.returnMark = { blockId }
    },
    takeReturnMark: () => {
      const blockId = session.returnMark?.blockId
      delete session.returnMark
      return blockId
    },
  }
}

function saidNow(state: TurnState): TranscriptEntry[] {
  const { message } = state.event
  const { lastMessageNewFormat, messages } = state
  return transcriptOf([{ messages, lastMessageNewFormat, ...(state.isClientResult || !message ? {} : { message }) }])
}
