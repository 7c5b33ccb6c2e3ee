import { isEmpty } from '../is-empty.js'
import { listEntries } from '../list-entries.js'
import type { Rule } from '../rule.js'

export const incompleteEntry: Rule = {
  id: 'incomplete-entry',
  severity: 'warning',
  summary: 'An entry of a list lacks what it needs: a tool its name or code, a saved value its variable',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      for (const { entry, fields, path } of listEntries(block)) {
        for (const [name, { isRequired, label }] of fields) {
          if (!isRequired || !isEmpty(entry[name])) continue
          yield {
            location: { ...location, path: `${location.path}.options.${path}${name}` },
            message: `Fill in "${label}": without it this entry is skipped.`,
          }
        }
      }
    }
  },
}
