import { ServiceError } from '../service/api.js'

/** True if the service did not publish because a required check failed. */
export const isBlockedByChecks = (problem: unknown): problem is ServiceError =>
  problem instanceof ServiceError && (problem.code === 'publish_blocked' || problem.code === 'flow_has_errors')
