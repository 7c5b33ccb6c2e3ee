import type { FastifyRequest } from 'fastify'

const encodings = ['br', 'gzip'] as const

/** How a text may be compressed. */
export type Encoding = (typeof encodings)[number]

/** The smallest encoding that the client accepts; undefined where it accepts none of ours. */
export function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  return encodings.find((name) => accepted.some((part) => part.split(';')[0]?.trim() === name && !refused.test(part)))
}

const refused = /;\s*q=0(\.0*)?$/
