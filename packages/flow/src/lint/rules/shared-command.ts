import type { Rule } from '../rule.js'

export const sharedCommand: Rule = {
  id: 'shared-command',
  severity: 'warning',
  summary: 'A command event has no command, or one that an earlier event has already',
  *find({ flow }) {
    const seen = new Set<string>()
    for (const [e, event] of flow.events.entries()) {
      if (event.type !== 'command') continue
      const command = event.options?.command ?? ''
      const location = { eventId: event.id, path: `events.${e}.options.command` }
      if (command === '') yield { location, message: 'This event waits for no command: give it the one that calls it.' }
      else if (seen.has(command)) {
        yield {
          location,
          message: `Another event has the command "${command}" already and goes first: choose a different one.`,
        }
      }
      seen.add(command)
    }
  },
}
