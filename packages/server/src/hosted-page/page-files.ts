import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../widget/dist/browser/', import.meta.url))

/** What a page can name before a script asks for it. */
export interface PageFiles {
  /** Addresses of the scripts that a page with a chat needs at once. */
  scripts: readonly string[]
  /** Of the families that the service brings. */
  fonts: ReadonlyMap<string, PageFont>
}

/** Rules of a family: of the files that most texts need, and of all its files. Each rule that a page holds costs its first paint time. */
export interface PageFont {
  family: string
  /** `address` is of the file with the regular weight. */
  main: { address: string; rules: string } | undefined
  rules: string
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

/** Whether a text has letters that the main file of a family is not for: others than those of western Europe. */
export const needsOtherFaces = (text: string): boolean => /[\u0100-\u1fff\u2070-\uffff]/.test(text)
