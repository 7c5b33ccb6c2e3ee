import type { FastifyRequest } from 'fastify'
import type { Service } from '../service.js'

/** The address at which visitors reach this service, without a slash at its end. */
export function publicUrl(service: Pick<Service, 'config'>, request: FastifyRequest): string {
  return service.config.publicUrl ?? `${request.protocol}://${request.host}`
}
