import { isCalculation } from '../conditions/calculation.js'
import { flag, group, readFrom, saveIn, shownText, text, union } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { inBrowserOnServer } from './shared.js'

const assigned = {
  variableId: saveIn({ label: 'Variable' }),
  isExecutedOnClient: flag({ label: 'Run in the visitor’s browser' }),
  isUnsafe: flag({ label: 'Unsafe', isHidden: true }),
} as const

/** Options of a value that the author writes. */
export interface WrittenValue {
  readonly type?: string | undefined
  readonly isExecutedOnClient?: boolean | undefined
  readonly expressionToEvaluate?: string | undefined
  readonly isCode?: boolean | undefined
}

/** A value that only a browser has, such as `window.location.href`. */
const readsBrowser =
  /^\s*(?:window|document|location|navigator|screen|history|localStorage|sessionStorage)(?:\?\.|[.[])/

/** True if the visitor's browser calculates the value. A text is the same anywhere: it needs no browser. */
export function isCalculatedInBrowser(options: WrittenValue): boolean {
  const { type, isExecutedOnClient, expressionToEvaluate: text, isCode } = options
  if ((type !== undefined && type !== 'Custom') || !isExecutedOnClient || !text) return false
  return isCode === true || isCalculation(text) || readsBrowser.test(text)
}

export const setVariable = defineBlock({
  type: 'Set variable',
  section: 'logic',
  label: 'Set variable',
  icon: 'braces',
  description: 'Store a value in a variable',
  keywords: 'assign, compute, calculate, formula, score, save, counter, expression',
  computes: true,
  options: union({
    label: 'Type',
    key: 'type',
    base: assigned,
    members: [
      {
        is: ['Custom', undefined],
        fields: {
          expressionToEvaluate: text({ label: 'Value', isScript: true, position: 'expression' }),
          isCode: flag({ label: 'The value is JavaScript' }),
          expressionDescription: shownText({ label: 'What it does', isLong: true }),
          saveErrorInVariableId: saveIn({ label: 'Save error to' }),
        },
      },
      { is: ['Append value(s)'], fields: { item: text({ label: 'Value' }) } },
      {
        is: ['Now', 'Yesterday', 'Tomorrow'],
        fields: { timeZone: shownText({ label: 'Time zone', reads: 'time zone' }) },
      },
      {
        is: ['Map item with same index'],
        fields: {
          mapListItemParams: group({
            label: 'Map list item params',
            fields: {
              baseItemVariableId: readFrom({ label: 'Base item' }),
              baseListVariableId: readFrom({ label: 'Base list' }),
              targetListVariableId: readFrom({ label: 'Target list' }),
            },
          }),
        },
      },
      { is: ['Pop', 'Shift'], fields: { saveItemInVariableId: saveIn({ label: 'Save item to' }) } },
      {
        is: [
          'Empty',
          'Environment name',
          'Device type',
          'Transcript',
          'User ID',
          'Result ID',
          'Today',
          'Random ID',
          'Moment of the day',
          'Phone number',
          'Contact name',
          'Referral Click ID',
          'Referral Source ID',
        ],
        fields: {},
      },
    ],
  }),
  form: 'set variable',
  needs: { 'options.variableId': 'Choose the variable to set' },
  waits({ options }) {
    if (options?.variableId === undefined) return false
    if (options.type === 'Moment of the day' || options.type === 'Device type') return true
    return isCalculatedInBrowser(options)
  },
  appends: ({ options }) =>
    options?.type === 'Append value(s)' && options.variableId !== undefined && options.item
      ? { listId: options.variableId, text: options.item }
      : undefined,
  textValue: ({ options }) => {
    const text = options && 'expressionToEvaluate' in options ? options.expressionToEvaluate : undefined
    if (!text || !options || ('isCode' in options && options.isCode) || isCalculation(text)) return undefined
    return { text, path: 'options.expressionToEvaluate', calculated: [{ path: 'options.isCode', value: true }] }
  },
  runsInBrowser: ({ options }) => options?.isExecutedOnClient === true,
  sessionVariable: ({ options }) => (options?.type === 'Transcript' ? options.variableId : undefined),
  summary({ options }, names) {
    const variable = names.variable(options?.variableId)
    const value = options && 'expressionToEvaluate' in options ? options.expressionToEvaluate : undefined
    return variable ? `${variable} = ${value || options?.type || '…'}` : ''
  },
  messaging: [
    { kind: 'changed', text: inBrowserOnServer, when: ({ options }) => options?.isExecutedOnClient === true },
    {
      kind: 'changed',
      text: 'Times are in UTC, because the app does not report a time zone.',
      when: ({ options }) => options?.type === 'Moment of the day',
    },
  ],
})
