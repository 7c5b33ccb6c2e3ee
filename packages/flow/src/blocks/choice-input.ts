import { displayCondition, edge, flag, id, readFrom, saveIn, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { cutLabel, isAnyCut, noButtons, numberedChoice, picking } from './shared.js'

export const choiceInput = defineBlock({
  type: 'choice input',
  section: 'input',
  label: 'Buttons',
  icon: 'list-checks',
  description: 'Offer answers to choose from',
  keywords: 'choice, multiple choice, select, dropdown, checkbox, radio, quick reply, options, yes no, poll',
  asks: 'choice',
  inputName: 'buttons',
  options: {
    variableId: saveIn({ label: 'Save answer to' }),
    isMultipleChoice: picking.isMultipleChoice,
    buttonLabel: picking.buttonLabel,
    dynamicVariableId: readFrom({ label: 'Take answers from a list' }),
    isSearchable: picking.isSearchable,
    searchInputPlaceholder: picking.searchInputPlaceholder,
    areInitialSearchButtonsVisible: flag({
      label: 'Show answers before searching',
      default: true,
      shownWhen: { option: 'isSearchable', is: [true] },
    }),
  },
  items: {
    fields: {
      id,
      outgoingEdgeId: edge,
      displayCondition,
      content: shownText({ label: 'Answer' }),
      value: shownText({ label: 'Saved value' }),
    },
    texts: ['content', 'value'],
    shownBy: ['content', 'value'],
    matchedBy: 'content',
    otherwise: 'Other',
  },
  makesItems: ({ options }) => Boolean(options?.dynamicVariableId),
  isMultiple: ({ options }) => options?.isMultipleChoice === true,
  create: (newId) => ({ items: [{ id: newId(), content: 'First answer' }] }),
  sends: ({ items, options }) =>
    options?.isMultipleChoice
      ? []
      : [
          {
            kind: 'buttons',
            labels: items.map(({ content = '' }, index) => ({ text: content, path: `items.${index}.content` })),
          },
        ],
  messaging: [
    {
      kind: 'changed',
      text: cutLabel,
      when: ({ items, options }, capabilities) =>
        !options?.isMultipleChoice &&
        isAnyCut(
          items.map(({ content }) => content),
          capabilities,
        ),
    },
    {
      kind: 'changed',
      text: 'Answers that do not fit below one message come in several messages.',
      when: ({ items, options }, { buttons, list }) =>
        !options?.isMultipleChoice && buttons !== undefined && items.length > (list?.max ?? buttons.max),
    },
    {
      kind: 'changed',
      text: 'If the settings label a list button, answers that do not fit below one message are in a list instead.',
      when: ({ items, options }, { buttons, list }) =>
        !options?.isMultipleChoice &&
        buttons !== undefined &&
        list !== undefined &&
        items.length > buttons.max &&
        items.length <= list.max,
    },
    {
      kind: 'changed',
      text: noButtons,
      when: ({ options }, { buttons }) => !options?.isMultipleChoice && !buttons,
    },
    {
      kind: 'changed',
      text: numberedChoice,
      when: ({ options }) => options?.isMultipleChoice === true,
    },
  ],
})
