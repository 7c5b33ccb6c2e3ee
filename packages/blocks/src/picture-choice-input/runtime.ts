import type { BlockRuntime } from '@colloquy/engine'
import { choiceAnswers } from '../choice/choice-answers.js'
import { itemExits } from '../choice/item-exits.js'
import { parseChoice } from '../choice/parse-choice.js'
import { showInput } from '../common/show-input.js'
import { displayedPictures } from './displayed-pictures.js'

/** Pictures, of which one or several can be chosen. One without a title is identified by its address. */
export const pictureChoiceInput: BlockRuntime<'picture choice input'> = {
  type: 'picture choice input',
  kind: 'input',
  inputName: 'picture choice',
  *input(block, context) {
    return showInput(block, context, { items: yield* displayedPictures(block, context) })
  },
  *parse(block, reply, context) {
    const displayed = yield* displayedPictures(block, context)
    const candidates = displayed.map(({ id, title, pictureSrc, value, outgoingEdgeId }) => ({
      id,
      label: title || pictureSrc || '',
      value,
      edgeId: outgoingEdgeId,
    }))
    return yield* parseChoice(reply, candidates, block.options?.isMultipleChoice, context)
  },
  answerKind({ items = [], options }) {
    const known = options?.dynamicItems?.isEnabled ? [] : items
    return choiceAnswers(
      known.map(({ title, pictureSrc, value }) => ({ label: title || pictureSrc, value })),
      options?.isMultipleChoice,
    )
  },
  invalidReplyText: 'Please choose one of the options.',
  exits: (block) => itemExits(block, block.options?.isMultipleChoice ? [] : (block.items ?? [])),
}
