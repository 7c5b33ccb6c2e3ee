import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { HttpAnswer } from './http-call.js'

interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, unknown>; headers?: Record<string, { required: boolean }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

/**
 * Holds answers against the OpenAPI document that the service hands out: status, headers, type and shape of the body must be those
 * of the operation; one that is described without a body must have none. What has no operation must be a 404 with the body of all
 * errors. Throws with what differs.
 */
export function answerCheck(document: Document): (method: string, path: string, answer: HttpAnswer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  const templates = Object.keys(document.paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}$`) }))

  return (method, url, answer) => {
    const path = url.split('?')[0] as string
    const template = templates.find(
      (it) => it.pattern.test(path) && document.paths[it.path]?.[method.toLowerCase()] !== undefined,
    )
    const where = `${method} ${url.slice(0, 200)} answered ${answer.status} ${answer.text.slice(0, 300)}`
    if (!template) {
      if (answer.status !== 404) throw new Error(`${where}, though there is nothing at this address`)
      return hold('#/components/schemas/Error', JSON.parse(answer.text), where)
    }
    const operation = document.paths[template.path]?.[method.toLowerCase()] as Operation
    const response = operation.responses[answer.status]
    if (!response) throw new Error(`${where}, a status that ${operation.operationId} is not described with`)
    for (const [name, { required }] of Object.entries(response.headers ?? {})) {
      if (required && answer.headers[name.toLowerCase()] === undefined) throw new Error(`${where} without ${name}`)
    }
    if (!response.content) {
      if (answer.text !== '') throw new Error(`${where}, a body where none is described`)
      return
    }
    const type = Object.keys(response.content)[0] as string
    const given = answer.headers['content-type']
    if (!given || (type !== '*/*' && !given.startsWith(type))) throw new Error(`${where} as ${given}`)
    const body: unknown = type === 'application/json' ? JSON.parse(answer.text) : answer.text
    hold(
      `#/paths/${pointer(template.path)}/${method.toLowerCase()}/responses/${answer.status}/content/${pointer(type)}/schema`,
      body,
      where,
    )
  }

  function hold(place: string, body: unknown, where: string): void {
    const validate = ajv.getSchema(`api${place}`)
    if (!validate) throw new Error(`The document has nothing at ${place}`)
    if (!validate(body)) throw new Error(`${where}\n${ajv.errorsText(validate.errors, { separator: '\n' })}`)
  }
}

/** A key as it stands in the fragment of a JSON pointer. */
function pointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
