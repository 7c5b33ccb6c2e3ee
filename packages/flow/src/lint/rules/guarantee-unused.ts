import { isObject, objectsOf } from '../../json.js'
import type { Rule } from '../rule.js'

export const guaranteeUnused: Rule = {
  id: 'guarantee-unused',
  severity: 'warning',
  summary: 'A request is to be delivered even if the service is down, but it must be made at once',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const options: unknown = 'options' in block ? block.options : undefined
      if (!isObject(options) || options.isGuaranteed !== true || block.isMuted === true) continue
      const isMapped = [...objectsOf(options.responseVariableMapping)].some(
        ({ variableId }) => variableId !== undefined,
      )
      if (isMapped)
        yield {
          location,
          message:
            'The request is not delivered later, because the flow uses its response: remove what is saved from the response, or switch off "Deliver even if the service is down".',
        }
      else if (options.isExecutedOnClient === true)
        yield {
          location,
          message:
            'The request is not delivered later, because the visitor’s browser makes it: switch off one of the two.',
        }
    }
  },
}
