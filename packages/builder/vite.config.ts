import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds what browsers load: a page and files whose names change with what is in them. */
export default defineConfig({
  plugins: [react()],
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
