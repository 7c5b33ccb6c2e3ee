import { type Endpoint, earlierEndpoints, endpoints } from '@colloquy/api'

/** The methods of the operations at a path, such as `GET, HEAD, PATCH`; an empty text if there are none. */
export function allowedMethods(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  patterns ??= ([...Object.values(endpoints), ...earlierEndpoints] as Endpoint[]).map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    method,
  }))
  const methods = patterns.flatMap(({ pattern, method }) => (pattern.test(path) ? [method] : []))
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort().join(', ')
}

/** Compiled when the first unknown address is asked for. */
let patterns: { pattern: RegExp; method: string }[] | undefined
