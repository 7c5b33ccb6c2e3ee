import { definitionOf } from '../../blocks/registry.js'
import type { Rule } from '../rule.js'

export const scriptWithoutVariables: Rule = {
  id: 'script-without-variables',
  severity: 'error',
  summary: 'A script that runs in the visitor’s browser calls `setVariable`, which is only there on the server',
  *find({ texts }) {
    for (const { at, location, text, field } of texts) {
      const isScript = field !== undefined && 'isScript' in field && field.isScript === true
      if (!isScript || !/\bsetVariable\s*\(/.test(text) || !definitionOf(at.block.type)?.runsInBrowser?.(at.block))
        continue
      yield {
        location,
        message:
          'This script calls setVariable, but runs in the visitor’s browser, where it cannot set variables: run it on the server.',
        fix: {
          title: 'Run it on the server',
          edits: [{ path: `${at.location.path}.options.isExecutedOnClient`, value: false }],
        },
      }
    }
  },
}
