import type { FastifyRequest } from 'fastify'

const encodings = ['br', 'gzip'] as const

/** Encodings in which a text may be compressed. */
export type Encoding = (typeof encodings)[number]

/** Returns the encoding with the smallest result that the client accepts; undefined if it accepts none of them. */
export function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  return encodings.find((name) => accepted.some((part) => part.split(';')[0]?.trim() === name && !refused.test(part)))
}

const refused = /;\s*q=0(\.0*)?$/
