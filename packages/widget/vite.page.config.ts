import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** Builds what the service draws chats with: one module for Node, with all that it needs in it. */
export default defineConfig({
  plugins: [withEagerViews()],
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/page/page.ts',
    outDir: 'dist/page',
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'page.js', codeSplitting: false } },
  },
})

/** Views that a browser fetches later are all there from the start. */
function withEagerViews(): Plugin {
  return {
    name: 'with-eager-views',
    enforce: 'pre',
    resolveId: (source) =>
      source.endsWith('/lazy-view.js') ? fileURLToPath(new URL('src/page/eager-view.tsx', import.meta.url)) : undefined,
  }
}
