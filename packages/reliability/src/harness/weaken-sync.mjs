/**
 * Loaded before the service (`node --import`), it makes the database sync less than it promises, for the control of the power cut.
 * It rewrites the source as it is loaded and throws when it does not find what to rewrite.
 */
import { register } from 'node:module'

const hooks = `
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!/storage\\/dist\\/sqlite\\/log-sync\\.js$/.test(url)) return loaded
  const source = loaded.source.toString()
  const weakened = source.replace(/this\\.#isDue = true/, 'this.#isDue = false')
  if (weakened === source) throw new Error('There is no "#isDue = true" to weaken in ' + url)
  return { ...loaded, source: weakened }
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
