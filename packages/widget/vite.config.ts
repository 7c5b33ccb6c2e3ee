import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Families that the service serves itself, with their style sheets: no other host is asked for a font. */
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

/** Builds what browsers load: entries with names that stay, and chunks whose names change with what is in them. */
export default defineConfig({
  plugins: [withoutHints(), withFonts()],
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
      // What the entry and its chunks share stays in the entry: one request less before the launcher is there.
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'widget/[hash].js',
        minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
        codeSplitting: {
          groups: [
            {
              name: 'chat',
              test: /node_modules[\\/]preact|src[\\/](elements[\\/]mount-widget|conversation|theme)/,
              includeDependenciesRecursively: true,
            },
          ],
        },
      },
    },
  },
})

/** Hints for a later bundler are bytes for a visitor. */
function withoutHints(): Plugin {
  const hint = /([\w$]?)\/\* @__PURE__ \*\/ ?/g
  return {
    name: 'without-hints',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        chunk.code = chunk.code.replace(hint, (_, before) => (before ? `${before} ` : ''))
      }
    },
  }
}

/** Puts the served fonts and a list of their faces beside the chunks. */
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
