import type { Block, Group } from '@colloquy/flow'
import { assign } from './assign.js'
import type { ParsedReply } from './block-runtime.js'
import type { Reply } from './session.js'
import type { TurnState } from './turn-state.js'

/** Stores an accepted reply: in variables, as an answer of the result, and among the answers of the session. */
export function saveAnswer(
  state: TurnState,
  { block, group }: { block: Block; group: Group },
  message: Reply | undefined,
  parsed: Extract<ParsedReply, { kind: 'accepted' }>,
): void {
  const { content } = parsed
  const options = optionsOf(block)
  const attachedFileUrls = message?.type === 'text' ? message.attachedFileUrls : undefined
  if (message?.type === 'text' && content !== message.text) state.lastMessageNewFormat = content
  assignReply(state, block, message, parsed)
  if (parsed.variables) assign(state, parsed.variables, undefined, block)
  const { resultId } = state.frame
  const variable =
    options?.variableId === undefined ? undefined : state.compiledFlow.variableById.get(options.variableId)
  if (resultId) {
    state.answers.push({
      resultId,
      blockId: block.id,
      groupId: group.id,
      variableId: variable?.id ?? null,
      content,
      attachedFileUrls: attachedFileUrls?.length ? attachedFileUrls : undefined,
    })
  }
  const key = variable?.name || inputTitle(group, block, (it) => state.runtimeOf(it)?.kind === 'input')
  const value = attachedFileUrls?.length ? `${attachedFileUrls.join(', ')}\n\n${content}` : content
  const others = state.frame.answers.filter((entry) => entry.key !== key)
  const isWithinQuota = state.size.takesTexts(key, value)
  state.frame.answers = isWithinQuota ? [...others, { key, value }] : others
  if (!isWithinQuota)
    state.tellOnce('full-session', `The answer "${key}" is not repeated in requests and emails: it is too long.`, block)
  if (state.session.progress) state.session.progress.totalAnswers += 1
}

interface InputOptions {
  variableId?: string
  attachments?: { isEnabled?: boolean; saveVariableId?: string }
  audioClip?: { isEnabled?: boolean; saveVariableId?: string }
}

function optionsOf(block: Block): InputOptions | undefined {
  return ('options' in block ? block.options : undefined) as InputOptions | undefined
}

function assignReply(
  state: TurnState,
  block: Block,
  message: Reply | undefined,
  { content, items }: Extract<ParsedReply, { kind: 'accepted' }>,
): void {
  const { attachments, audioClip, variableId } = optionsOf(block) ?? {}
  if (
    message?.type === 'text' &&
    message.attachedFileUrls?.length &&
    attachments?.isEnabled &&
    attachments.saveVariableId
  ) {
    const before = state.value(attachments.saveVariableId)
    const urls = message.attachedFileUrls
    assign(state, [
      {
        id: attachments.saveVariableId,
        value: Array.isArray(before) ? [...before, ...urls] : urls.length === 1 ? urls[0] : urls,
      },
    ])
  }
  if (message?.type === 'audio' && audioClip?.isEnabled && audioClip.saveVariableId)
    assign(state, [{ id: audioClip.saveVariableId, value: message.url }])
  if (message?.type !== 'text' || variableId === undefined) return
  const before = state.value(variableId)
  const known = Array.isArray(before) ? before : undefined
  const isList = items !== undefined && state.compiledFlow.variableById.get(variableId)?.attribute?.type === 'list'
  const chosen = isList ? [...new Set([...(known ?? []), ...items])] : undefined
  const value = chosen ?? (known && content !== '' ? [...known, content] : content)
  assign(state, [{ id: variableId, value }], undefined, block)
}

/** The name of an answer without a variable: the group's title, numbered from the second input of the group onward. */
export function inputTitle(group: Group, block: Block, isInput: (block: Block) => boolean): string {
  const index = group.blocks.filter(isInput).indexOf(block)
  if (!group.title) return block.id
  return index > 0 ? `${group.title} (${index})` : group.title
}
