import { join } from 'node:path'
import { defineConfig } from 'vite'

/** Builds the renderer that the service uses for chats: one module for Node, with everything and the views that a browser loads on demand. */
export default defineConfig({
  publicDir: false,
  resolve: {
    alias: [{ find: /^.*\/lazy-view\.js$/, replacement: join(import.meta.dirname, 'src/page/eager-view.tsx') }],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/page/page.ts',
    outDir: 'dist/page',
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'page.js', codeSplitting: false } },
  },
})
