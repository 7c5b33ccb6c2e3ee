import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../widget/dist/browser/', import.meta.url))

/** What a page can name before a script asks for it. */
export interface PageFiles {
  /** Addresses of the scripts that a page with a chat needs at once. */
  scripts: readonly string[]
  /** Of a family that the service brings: its rules, and the file that most texts need. */
  fonts: ReadonlyMap<string, { rules: string; main: string | undefined }>
}

interface Face {
  file: string
  weight: string
  range: string
}

type Manifest = Record<string, { file: string; dynamicImports?: string[] }>

/** Reads the build of the widget; without one there is nothing to name. */
export async function readPageFiles(): Promise<PageFiles> {
  const read = async (name: string) => JSON.parse(await readFile(`${folder}${name}`, 'utf8').catch(() => '{}'))
  const manifest: Manifest = await read('.vite/manifest.json')
  const chunks = manifest['src/widget.ts']?.dynamicImports ?? []
  const wanted = [...chunks.filter((key) => !key.includes('overlay')), 'src/page/take-over.ts']
  const faces: Record<string, Face[]> = await read('widget/fonts.json')
  return {
    scripts: wanted.flatMap((key) => (manifest[key] ? [`/${manifest[key].file}`] : [])),
    fonts: new Map(Object.entries(faces).map(([family, list]) => [family, fontOf(family, list)])),
  }
}

/** A face that is late is not used by this page: text that is being read must not move. */
function fontOf(family: string, faces: readonly Face[]) {
  const rules = faces.map(
    ({ file, weight, range }) =>
      `@font-face{font-family:"${family}";src:url("/widget/${file}") format("woff2");font-weight:${weight};` +
      `unicode-range:${range};font-display:optional}`,
  )
  const main = faces.find(({ range }) => /U\+0000/i.test(range))?.file
  return { rules: rules.join(''), main: main && `/widget/${main}` }
}
