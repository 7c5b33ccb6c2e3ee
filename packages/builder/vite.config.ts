import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Builds what browsers load: a page and files whose names change with what is in them. */
export default defineConfig({
  plugins: [react(), withoutCalls()],
  base: '/builder/',
  build: {
    outDir: 'dist/browser',
    assetsDir: '.',
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    // The policy of the page allows no data addresses for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})

/** The functions of an integration's definition that the service and the replaying worker run, and no page does. */
const ofCalls = new Set(['run', 'request', 'result', 'show', 'call', 'read'])

/**
 * Empties those functions in what pages load: they are a tenth of the canvas page. Workers are built without this plugin, and keep them.
 */
function withoutCalls(): Plugin {
  return {
    name: 'without-calls',
    enforce: 'post',
    apply: 'build',
    transform(code, id) {
      if (!/packages\/flow\/(src|dist)\/integrations\//.test(id)) return undefined
      const bodies = bodiesIn(this.parse(code) as unknown as SyntaxNode)
      if (bodies.length === 0) return undefined
      let shorter = code
      for (const { start, end } of bodies.reverse()) shorter = `${shorter.slice(0, start)}{}${shorter.slice(end)}`
      return { code: shorter, map: null }
    },
  }
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** The bodies of properties with such a name and a function as their value, in the order of the text. */
function bodiesIn(node: SyntaxNode): SyntaxNode[] {
  const { key, value } = node as { key?: { name?: string }; value?: SyntaxNode }
  if (node.type === 'Property' && ofCalls.has(key?.name ?? '') && /Function/.test(value?.type ?? ''))
    return [value?.body as SyntaxNode]
  const isNode = (one: unknown): one is SyntaxNode => typeof (one as SyntaxNode | null)?.type === 'string'
  return Object.values(node).flat().filter(isNode).flatMap(bodiesIn)
}
