/**
 * The HTTP API as data: its operations, schemas, errors and descriptions. It must not know how an operation is performed, stored or served.
 */

export { type ContactCondition, contactOperators } from './contact-filters.js'
export { addEarlierNames } from './earlier-names.js'
export { type Endpoint, type RequestRate, requestRates } from './endpoint.js'
export { type EndpointId, type Endpoints, earlierEndpoints, endpointGroups, endpoints, errorsOf } from './endpoints.js'
export * from './errors.js'
export { docsPage } from './openapi/docs-page.js'
export { type OpenApiDocument, openApiDocument } from './openapi/document.js'
export { asOpenApi30 } from './openapi/openapi-3-0.js'
export { escapeHtml } from './openapi/page.js'
export { readBody } from './read-body.js'
export { checkKinds } from './releases.js'
export {
  type FilterOperator,
  filterOperators,
  type OriginQuery,
  type ResultCondition,
  type ResultSort,
} from './result-filters.js'
export { type TimeFilter, timeFilters } from './results.js'
export { maxRatingComment } from './visitor-messages.js'
