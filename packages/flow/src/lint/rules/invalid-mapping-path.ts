import { mappingPathHint, mappingPathProblem, mappingPathsOf } from '../../mapping-path.js'
import type { Rule } from '../rule.js'

export const invalidMappingPath: Rule = {
  id: 'invalid-mapping-path',
  severity: 'error',
  summary: 'A response mapping has a path that reads nothing',
  *find({ flow }) {
    for (const { text, ...location } of mappingPathsOf(flow.groups)) {
      const message = mappingPathProblem(text)
      const hint = message === undefined ? mappingPathHint(text) : undefined
      if (message !== undefined) yield { location, message }
      else if (hint) {
        const { message, meant: value } = hint
        yield {
          location,
          message,
          ...(value && { fix: { title: `Write ${value}`, edits: [{ path: location.path, value }] } }),
        }
      }
    }
  },
}
