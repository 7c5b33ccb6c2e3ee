import type { Rule } from '../rule.js'

export const duplicateVariable: Rule = {
  id: 'duplicate-variable',
  severity: 'warning',
  summary: 'Two variables have the same name; placeholders mean the first',
  *find({ flow }) {
    const seen = new Set<string>()
    for (const [v, { id, name }] of flow.variables.entries()) {
      if (seen.has(name)) {
        yield {
          location: { variableId: id, path: `variables.${v}.name` },
          message: `An earlier variable is called "${name}" too, and {{${name}}} means that one: rename one of them.`,
        }
      }
      seen.add(name)
    }
  },
}
