import { teamOf } from '../../blocks/team-of.js'
import type { Rule } from '../rule.js'

export const missingTeam: Rule = {
  id: 'missing-team',
  severity: 'warning',
  summary: 'A block asks people of a team that the workspace does not have, so that anybody is asked',
  *find({ blocks }, { teams }) {
    if (teams === undefined) return
    for (const { block, location } of blocks) {
      const team = teamOf(block)
      if (!team || teams.has(team.id)) continue
      yield {
        location: { ...location, path: `${location.path}.options.${team.option}` },
        message: 'The team of this block is not in this workspace, so that anybody is asked: choose another one.',
      }
    }
  },
}
