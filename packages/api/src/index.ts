/**
 * The HTTP API as data: its operations, their shapes, its errors and its descriptions.
 * It must not know how an operation is carried out, stored or served.
 */
export { docsPage } from './docs-page.js'
export type { Endpoint } from './endpoint.js'
export { type EndpointId, type Endpoints, endpointGroups, endpoints, errorsOf } from './endpoints.js'
export * from './errors.js'
export { openApiDocument } from './openapi.js'
export { type TimeFilter, timeFilters } from './results.js'
