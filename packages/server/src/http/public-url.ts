import type { FastifyRequest } from 'fastify'
import type { Service } from '../service.js'

/** Returns the address at which visitors reach this service, without a trailing slash. */
export function publicUrl(service: Pick<Service, 'config'>, request: FastifyRequest): string {
  return service.config.publicUrl ?? `${request.protocol}://${request.host}`
}
