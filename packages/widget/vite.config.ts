import { defineConfig } from 'vite'

const hint = /([\w$]?)\/\* @__PURE__ \*\/ ?/g

/** Builds what browsers load: entries with names that stay, and chunks whose names change with what is in them. */
export default defineConfig({
  plugins: [
    {
      name: 'no-hints',
      // Hints for a later bundler are bytes for a visitor.
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = chunk.code.replace(hint, (_, before) => (before ? `${before} ` : ''))
      },
    },
  ],
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/browser',
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    lib: { entry: { widget: 'src/widget.ts', react: 'src/react.ts' }, formats: ['es'] },
    rolldownOptions: {
      // The React entry stands on the other one, so that a page with both has its elements once.
      external: (id, importer) => id === 'react' || (id === './widget.js' && importer?.endsWith('react.ts') === true),
      // What the entry and its chunks share stays in the entry: one request less before the launcher is there.
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'widget/[hash].js',
        minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
        codeSplitting: {
          groups: [{ name: 'chat', test: /node_modules[\\/]preact|src[\\/](elements[\\/]mount-widget|conversation|theme)/, includeDependenciesRecursively: true }],
        },
      },
    },
  },
})
