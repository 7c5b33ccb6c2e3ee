import { endpoints } from '@colloquy/api'
import type { FastifyInstance } from 'fastify'
import type { Operations } from '../http/operations.js'

/** Answers with an empty list of invoices: an instance of one's own sends none, and clients that list them expect the address. */
export function listInvoices(app: FastifyInstance, operations: Operations): void {
  app.get('/api/v1/billing/invoices', {
    onRequest: (request, reply) => operations.admit(endpoints.getUsage, request, reply),
    handler: async (_, reply) => operations.send(endpoints.getUsage, { invoices: [] }, reply),
  })
}
