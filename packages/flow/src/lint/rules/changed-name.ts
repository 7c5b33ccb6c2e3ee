import { listEntries } from '../list-entries.js'
import type { Rule } from '../rule.js'

export const changedName: Rule = {
  id: 'changed-name',
  severity: 'warning',
  summary: 'A tool or a parameter has a name that models do not take, so that they get another one',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      for (const { entry, fields, path } of listEntries(block)) {
        for (const [name, field] of fields) {
          const value = entry[name]
          if (field.kind !== 'text' || !field.names || typeof value !== 'string') continue
          const isOpen = value.trim() === '' || value.includes('{{')
          if (isOpen || field.names.pattern.test(value)) continue
          yield {
            location: { ...location, path: `${location.path}.options.${path}${name}` },
            message: field.names.help,
          }
        }
      }
    }
  },
}
