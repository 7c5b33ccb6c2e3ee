import { useEffect, useState } from 'react'

/** Families that the service serves, as the widget's build lists them. */
type ServedFonts = Record<string, { file: string; range: string; weight: string }[]>

let loading: Promise<readonly string[]> | undefined

/** The families that a chat can use without another host; undefined until they are known. */
export function useServedFonts(): readonly string[] | undefined {
  const [families, setFamilies] = useState<readonly string[]>()
  useEffect(() => {
    loading ??= loadSamples()
    loading.then(setFamilies, () => {
      loading = undefined
    })
  }, [])
  return families
}

/** The name of a family in the builder, whose own text must not change when a chat's font is loaded. */
export const sampleFamily = (family: string): string => `"Sample ${family}", sans-serif`

/** Declares the faces of all families. The browser loads those that are rendered. */
async function loadSamples(): Promise<readonly string[]> {
  const response = await fetch('/widget/fonts.json')
  if (!response.ok) throw new Error(`The fonts are not available: HTTP ${response.status}.`)
  const served = (await response.json()) as ServedFonts
  for (const [family, faces] of Object.entries(served)) {
    for (const { file, range, weight } of faces)
      document.fonts.add(
        new FontFace(`Sample ${family}`, `url("/widget/${file}")`, { unicodeRange: range, weight, display: 'swap' }),
      )
  }
  return Object.keys(served)
}
