import { displayCondition, edge, flag, group, id, readFrom, saveIn, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { isAnyUnshown, linkedChoice, noButtons, numberedChoice, picking } from './shared.js'

export const pictureChoiceInput = defineBlock({
  type: 'picture choice input',
  section: 'input',
  label: 'Pictures',
  icon: 'images',
  description: 'Offer pictures to choose from',
  keywords: 'picture choice, image choice, gallery, select',
  asks: 'pictures',
  options: {
    variableId: saveIn({ label: 'Save answer to' }),
    isMultipleChoice: picking.isMultipleChoice,
    isSearchable: picking.isSearchable,
    buttonLabel: picking.buttonLabel,
    searchInputPlaceholder: picking.searchInputPlaceholder,
    dynamicItems: group({
      label: 'Pictures from lists',
      fields: {
        isEnabled: flag({ label: 'On', default: false }),
        titlesVariableId: readFrom({ label: 'Titles' }),
        descriptionsVariableId: readFrom({ label: 'Descriptions' }),
        pictureSrcsVariableId: readFrom({ label: 'Picture URLs' }),
      },
    }),
  },
  items: {
    fields: {
      id,
      outgoingEdgeId: edge,
      displayCondition,
      pictureSrc: shownText({ label: 'Picture', media: 'image', position: 'address' }),
      title: shownText({ label: 'Title' }),
      description: shownText({ label: 'Description' }),
      value: shownText({ label: 'Saved value' }),
    },
    texts: ['title', 'pictureSrc', 'description', 'value'],
    shownBy: ['title', 'pictureSrc', 'value'],
    matchedBy: 'title',
    otherwise: 'Other',
  },
  makesItems: ({ options }) => options?.dynamicItems?.isEnabled === true,
  isMultiple: ({ options }) => options?.isMultipleChoice === true,
  create: (newId) => ({ items: [{ id: newId(), title: 'First answer' }] }),
  messaging: [
    {
      kind: 'changed',
      text: numberedChoice,
      when: ({ options }) => options?.isMultipleChoice === true,
    },
    {
      kind: 'changed',
      text: 'Each picture is a separate message with a button.',
      when: ({ options, items }, { buttons }) =>
        !options?.isMultipleChoice && buttons !== undefined && items.length > 1,
    },
    {
      kind: 'changed',
      text: noButtons,
      when: ({ options }, { buttons }) => !options?.isMultipleChoice && !buttons,
    },
    {
      kind: 'changed',
      text: linkedChoice,
      when: ({ items }, capabilities) =>
        isAnyUnshown(
          items.map(({ pictureSrc }) => pictureSrc),
          capabilities,
        ),
    },
  ],
})
