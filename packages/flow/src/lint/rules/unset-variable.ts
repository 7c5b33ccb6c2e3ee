import type { Rule } from '../rule.js'
import { settersOf } from '../setters.js'
import { shownVariables } from '../shown-variables.js'

export const unsetVariable: Rule = {
  id: 'unset-variable',
  severity: 'info',
  summary: 'A variable is shown, but nothing in the flow sets it and it has no default: it has to come with the start',
  *find(index) {
    const setters = settersOf(index)
    if (setters.isUnknown) return
    const told = new Set<string>()
    for (const { variable, location } of shownVariables(index)) {
      if (setters.byVariable.has(variable.id) || told.has(variable.id)) continue
      told.add(variable.id)
      yield {
        location: { ...location, variableId: variable.id },
        message: `Nothing in this flow sets {{${variable.name}}}: pass it when the chat starts, set it before, or give it a default.`,
      }
    }
  },
}
