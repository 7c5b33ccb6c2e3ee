import { choice, flag, group, saveIn, shownText, texts } from '../fields/fields.js'
import { listedTypes } from '../media/file-types.js'
import { defineBlock } from './define.js'
import { visibility } from './shared.js'

export const fileInput = defineBlock({
  type: 'file input',
  section: 'input',
  label: 'File',
  icon: 'file-up',
  description: 'Ask for files',
  keywords: 'upload, attachment, document, image, cv, signature',
  asks: 'file',
  example: 'https://example.com/file.pdf',
  options: {
    variableId: saveIn({ label: 'Save answer to' }),
    isRequired: flag({ label: 'Required', default: true }),
    isMultipleAllowed: flag({ label: 'Allow multiple files', default: false }),
    labels: group({
      label: 'Labels',
      isAdvanced: true,
      fields: {
        placeholder: shownText({ label: 'Placeholder' }),
        button: shownText({ label: 'Button' }),
        clear: shownText({ label: 'Clear button' }),
        skip: shownText({ label: 'Skip button' }),
        success: group({
          label: 'After the upload',
          fields: {
            single: shownText({ label: 'Text for one file' }),
            multiple: shownText({ label: 'Text for several files' }),
          },
        }),
      },
    }),
    allowedFileTypes: group({
      label: 'Allowed file types',
      fields: {
        isEnabled: flag({ label: 'On', default: false }),
        types: texts({ label: 'Types', shows: 'all', shownWhen: { option: 'isEnabled', is: [true] } }),
      },
    }),
    capture: choice(['environment', 'user'], {
      label: 'Camera of phones',
      labels: { environment: { label: 'Rear camera' }, user: { label: 'Front camera' } },
      isAdvanced: true,
    }),
    visibility,
  },
  uploads: ({ options: { allowedFileTypes, visibility } = {} }) => ({
    isPrivate: visibility === 'Private',
    types: listedTypes(allowedFileTypes),
    allowed: allowedFileTypes?.types,
    isAnswer: true,
  }),
})
