import type { BlockRuntime } from '@colloquy/engine'
import { choiceAnswers } from '../choice/choice-answers.js'
import { itemExits } from '../choice/item-exits.js'
import { parseChoice } from '../choice/parse-choice.js'
import { showInput } from '../common/show-input.js'
import { displayedChoices } from './displayed-choices.js'

/** Buttons, of which one or several can be chosen. */
export const choiceInput: BlockRuntime<'choice input'> = {
  type: 'choice input',
  kind: 'input',
  inputName: 'buttons',
  *input(block, context) {
    return showInput(block, context, { items: yield* displayedChoices(block, context) })
  },
  *parse(block, reply, context) {
    const displayed = yield* displayedChoices(block, context)
    const candidates = displayed.map(({ id, content, value, outgoingEdgeId }) => ({
      id,
      label: content ?? '',
      value,
      edgeId: outgoingEdgeId,
    }))
    return yield* parseChoice(reply, candidates, block.options?.isMultipleChoice, context)
  },
  answerKind({ items = [], options }) {
    const known = options?.dynamicVariableId ? [] : items
    return choiceAnswers(
      known.map(({ content, value }) => ({ label: content, value })),
      options?.isMultipleChoice,
    )
  },
  invalidReplyText: 'Please choose one of the options.',
  exits: (block) => itemExits(block, block.options?.isMultipleChoice ? [] : (block.items ?? [])),
}
