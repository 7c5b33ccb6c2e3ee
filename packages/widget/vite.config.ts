import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Font families that the service serves itself, with their style sheets: no other host is contacted for a font. */
const servedFonts: Record<string, readonly string[]> = {
  'Open Sans': ['@fontsource-variable/open-sans/wght.css'],
  'IBM Plex Sans': ['@fontsource-variable/ibm-plex-sans/wght.css'],
  Inter: ['@fontsource-variable/inter/wght.css'],
  Lato: ['@fontsource/lato/400.css', '@fontsource/lato/700.css'],
  Lora: ['@fontsource-variable/lora/wght.css'],
  Merriweather: ['@fontsource-variable/merriweather/wght.css'],
  Montserrat: ['@fontsource-variable/montserrat/wght.css'],
  Nunito: ['@fontsource-variable/nunito/wght.css'],
  'Playfair Display': ['@fontsource-variable/playfair-display/wght.css'],
  Poppins: ['@fontsource/poppins/400.css', '@fontsource/poppins/600.css'],
  Roboto: ['@fontsource-variable/roboto/wght.css'],
  'Source Sans 3': ['@fontsource-variable/source-sans-3/wght.css'],
  'Space Grotesk': ['@fontsource-variable/space-grotesk/wght.css'],
}

/** Builds the files that browsers load: entries with stable names, and chunks whose names change with their contents. */
export default defineConfig({
  plugins: [withFonts()],
  base: './',
  resolve: { alias: { 'preact/jsx-runtime': join(import.meta.dirname, 'src/view/jsx-runtime.ts') } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/browser',
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    lib: { entry: { widget: 'src/widget.ts' }, formats: ['es'] },
    rolldownOptions: {
      // Code shared by the entry and its chunks stays in the entry: one request less before the launcher appears.
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'widget/[hash:6].js',
        // Hints for a later bundler: with them, the core of the chat exceeds its budget by 60 bytes.
        comments: { annotation: false },
        minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
        codeSplitting: {
          groups: [
            {
              name: 'chat',
              test: /node_modules[\\/]preact|src[\\/](elements[\\/]mount-widget|conversation|theme)/,
              includeDependenciesRecursively: true,
            },
            // Small modules that several views on demand share: together they are one request, and compress better.
            {
              name: 'views',
              test: /src[\\/](texts[\\/](filled|more-en)|view[\\/](use-texts|picture)|inputs[\\/]shown-date)\./,
            },
          ],
        },
      },
    },
  },
})

/** Adds the served fonts and a list of their faces to the output. */
function withFonts(): Plugin {
  return {
    name: 'with-fonts',
    generateBundle() {
      const facesOf = (sheet: string) => {
        const path = createRequire(import.meta.url).resolve(sheet)
        const rules = readFileSync(path, 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? []
        if (rules.length === 0) throw new Error(`There are no font faces in ${path}.`)
        return rules.map((rule) => {
          const read = (name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(rule)?.[1] ?? ''
          const source = readFileSync(join(dirname(path), /url\(([^)]+)\)/.exec(rule)?.[1] ?? ''))
          const name = /files\/([\w-]+)\.woff2/.exec(rule)?.[1]
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
          const file = `fonts/${name}-${hash}.woff2`
          this.emitFile({ type: 'asset', fileName: `widget/${file}`, source })
          return { file, weight: read('font-weight'), range: read('unicode-range') }
        })
      }
      const faces = Object.entries(servedFonts).map(([family, sheets]) => [family, sheets.flatMap(facesOf)])
      const source = JSON.stringify(Object.fromEntries(faces))
      this.emitFile({ type: 'asset', fileName: 'widget/fonts.json', source })
    },
  }
}
