import type { Block } from '../../blocks-schema/block.js'
import { actionOf, integrationOf } from '../../integrations/registry.js'
import type { Rule } from '../rule.js'

export const blockWithoutRuntime: Rule = {
  id: 'block-without-runtime',
  severity: 'error',
  summary: 'An action of a service that this instance cannot call; it is kept, and skipped in a run',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const integration = integrationOf(block.type)
      const action = integration && optionsOfBlock(block).action
      if (typeof action !== 'string' || action === '') continue
      const known = actionOf(block.type, action)
      if (known?.run) continue
      const path = `${location.path}.options.action`
      const message = known
        ? `The service behind "${action}" has ended: turn the block into another one, or choose another action.`
        : `The action "${action}" does nothing on this instance: choose another one.`
      yield { location: { ...location, path }, message }
    }
  },
}

const optionsOfBlock = (block: Block): Record<string, unknown> =>
  ('options' in block ? (block.options as Record<string, unknown> | undefined) : undefined) ?? {}
