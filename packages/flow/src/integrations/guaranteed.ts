import { flag } from '../fields/fields.js'

/** Option of a block that only sends: its request is stored with the turn, and retried until it arrives. */
export const guaranteed = flag({
  label: 'Deliver even if the service is down',
  help: 'The flow continues at once. Colloquy stores what the block sends and tries for a day; see Deliveries in the workspace',
  default: false,
  isAdvanced: true,
  isExtension: true,
})
