import { ServiceError } from '../service/request.js'

/** Why a link from an email does not work, with what to do where it is used up or has expired. */
export function explainLink(error: Error, advice: string): string {
  const isGone = error instanceof ServiceError && error.status === 404
  return isGone ? `${error.message}. ${advice}` : error.message
}
