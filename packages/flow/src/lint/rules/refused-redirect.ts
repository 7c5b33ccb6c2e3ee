import { definitionOf } from '../../blocks/registry.js'
import { openedAddress } from '../../opened-address.js'
import type { Rule } from '../rule.js'

export const refusedRedirect: Rule = {
  id: 'refused-redirect',
  severity: 'error',
  summary: 'A Redirect goes to an address that this service does not open, such as one that runs a script',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const opened = definitionOf(block.type)?.opened?.(block)
      if (!opened?.url || openedAddress(opened.url) !== undefined) continue
      yield {
        location: { ...location, path: `${location.path}.${opened.path}` },
        message: 'This address is not opened: use one that begins with https, http, mailto, tel or sms.',
      }
    }
  },
}
