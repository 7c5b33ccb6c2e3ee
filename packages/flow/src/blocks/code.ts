import { code, flag, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const codeBlock = defineBlock({
  type: 'Code',
  section: 'logic',
  label: 'Script',
  icon: 'code',
  description: 'Run JavaScript',
  keywords: 'code, javascript, js, function, custom code',
  computes: true,
  options: {
    name: shownText({ label: 'Name', default: 'Script' }),
    content: code({ label: 'Content', isScript: true }),
    isExecutedOnClient: flag({ label: 'Run in the visitor’s browser', default: true }),
    isUnsafe: flag({ label: 'Unsafe', isHidden: true }),
    shouldExecuteInParentContext: flag({ label: 'Should execute in parent context', isHidden: true }),
  },
  needs: { 'options.content': 'Write the script to run' },
  runsInBrowser: ({ options }) => options?.isExecutedOnClient !== false,
  summary: ({ options }) => options?.name || options?.content || '',
  messaging: [
    {
      kind: 'lost',
      text: 'This script runs in browsers only. Have it run on the server, where it works everywhere.',
      when: ({ options }) => options?.isExecutedOnClient !== false,
    },
  ],
})
