/**
 * Loaded before the service (`node --import`), it leaves out one check of who speaks in a conversation, for the controls of the races of
 * owners. It rewrites the sources as they are loaded. If it changed nothing, the control would find nothing and the test fail.
 */
import { register } from 'node:module'

/** Patterns of texts in the sources, with the text that replaces each. */
const pairs = JSON.parse(process.env.LEFT_OUT)

const hooks = `
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!/(storage|server)\\/dist\\//.test(url)) return loaded
  const pairs = ${JSON.stringify(pairs)}
  const source = pairs.reduce((text, [pattern, replacement]) => text.replace(new RegExp(pattern, 'g'), replacement), loaded.source.toString())
  return { ...loaded, source }
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
