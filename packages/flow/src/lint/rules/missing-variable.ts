import type { Rule } from '../rule.js'

export const missingVariable: Rule = {
  id: 'missing-variable',
  severity: 'warning',
  summary: 'A block or an event reads or writes a variable that is not in the bot',
  *find({ flow, variableUses, variableById }) {
    for (const { variableId, location, isWrite } of variableUses) {
      if (variableById.has(variableId)) continue
      const what = isWrite ? 'Nothing is kept here' : 'Nothing is read here'
      yield {
        location: { ...location, variableId },
        message: `${what}, as the variable is gone ("${variableId}"): choose another one.`,
      }
    }
    for (const [e, event] of flow.events.entries()) {
      if (event.type !== 'reply' && event.type !== 'invalidReply') continue
      for (const [key, variableId] of Object.entries(event.options ?? {})) {
        if (variableId === undefined || variableById.has(variableId)) continue
        yield {
          location: { eventId: event.id, variableId, path: `events.${e}.options.${key}` },
          message: `Nothing is kept here, as the variable is gone ("${variableId}"): choose another one.`,
        }
      }
    }
  },
}
