import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** Builds the renderer that the service uses for chats: one module for Node, with everything included. */
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

/** Includes the views that a browser would load on demand. */
function withEagerViews(): Plugin {
  return {
    name: 'with-eager-views',
    enforce: 'pre',
    resolveId: (source) =>
      source.endsWith('/lazy-view.js') ? fileURLToPath(new URL('src/page/eager-view.tsx', import.meta.url)) : undefined,
  }
}
