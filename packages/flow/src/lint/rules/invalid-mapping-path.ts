import { mappingPathProblem, mappingPathsOf } from '../../mapping-path.js'
import type { Rule } from '../rule.js'

export const invalidMappingPath: Rule = {
  id: 'invalid-mapping-path',
  severity: 'error',
  summary: 'A response mapping has a path that reads nothing',
  *find({ flow }) {
    for (const { text, ...place } of mappingPathsOf(flow.groups)) {
      const message = mappingPathProblem(text)
      if (message !== undefined) yield { place, message }
    }
  },
}
