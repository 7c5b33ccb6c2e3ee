import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../widget/dist/browser/', import.meta.url))

/** Files that a page can reference before a script asks for them. */
export interface PageFiles {
  /** Addresses of the scripts that a page with a chat needs at once. */
  scripts: readonly string[]
  /** Font families that the service includes. */
  fonts: ReadonlyMap<string, PageFont>
}

/** CSS rules of a family: for the files that most texts need, and for all its files. Each rule in a page delays its first paint. */
export interface PageFont {
  family: string
  /** `address` is that of the file with the regular weight. */
  main: { address: string; rules: string } | undefined
  rules: string
}

interface Face {
  file: string
  weight: string
  range: string
}

type Manifest = Record<string, { file: string; dynamicImports?: string[] }>

/** Reads the build of the widget; without one, the result is empty. */
export async function readPageFiles(): Promise<PageFiles> {
  const read = async (name: string) => JSON.parse(await readFile(`${folder}${name}`, 'utf8').catch(() => '{}'))
  const manifest: Manifest = await read('.vite/manifest.json')
  const chunks = manifest['src/widget.ts']?.dynamicImports ?? []
  const wanted = [...chunks.filter((key) => !key.includes('overlay')), 'src/chat/take-over.ts']
  const faces: Record<string, Face[]> = await read('widget/fonts.json')
  return {
    scripts: wanted.flatMap((key) => (manifest[key] ? [`/${manifest[key].file}`] : [])),
    fonts: new Map(Object.entries(faces).map(([family, list]) => [family, fontOf(family, list)])),
  }
}

/** A font face that arrives late is not used by this page, since text must not move while it is read. */
function fontOf(family: string, faces: readonly Face[]): PageFont {
  const rule = ({ file, weight, range }: Face) =>
    `@font-face{font-family:"${family}";src:url("/widget/${file}") format("woff2");font-weight:${weight};` +
    `unicode-range:${range};font-display:optional}`
  const main = faces.filter(({ range }) => isMain.test(range))
  return {
    family,
    main: main[0] && { address: `/widget/${main[0].file}`, rules: main.map(rule).join('') },
    rules: faces.map(rule).join(''),
  }
}

const isMain = /U\+0000/i

/** True if a text has characters outside of the main file of a family, which is for western European languages. */
export const needsOtherFaces = (text: string): boolean => /[\u0100-\u1fff\u2070-\uffff]/.test(text)
