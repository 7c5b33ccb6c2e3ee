/**
 * Loaded before the service (`node --import`), it makes the database sync less than it promises, for the control of the power cut.
 * It rewrites the sources of the storage as they are loaded. If it changed nothing, the control would lose no turn and the test fail.
 */
import { register } from 'node:module'

const hooks = `
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!/storage\\/dist\\//.test(url)) return loaded
  return { ...loaded, source: loaded.source.toString().replaceAll('this.#isDue = true', 'this.#isDue = false') }
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
