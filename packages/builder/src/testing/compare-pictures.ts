import type { Page } from 'playwright-core'

/** Difference between two pictures: their sizes, or the share of cells whose colors differ. */
export interface Difference {
  sizes: [expected: string, actual: string]
  /** 0 to 1. */
  share: number
}

/**
 * Compares two PNG images in cells of 4 by 4 pixels. Small differences in rendering between machines, caused by fonts, edges and
 * processors, average out within a cell; anything that moved, grew or changed its color does not.
 */
export function comparePictures(page: Page, expected: Buffer, actual: Buffer): Promise<Difference> {
  const given = { pictures: [expected, actual].map((it) => it.toString('base64')), cell: 4, apart: 24 }
  return page.evaluate(async ({ pictures, cell, apart }) => {
    const read = async (base64: string) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      return { width, height, data: context.getImageData(0, 0, width, height).data }
    }
    const [before, after] = (await Promise.all(pictures.map(read))) as [Picture, Picture]
    type Picture = Awaited<ReturnType<typeof read>>
    const sizes: [string, string] = [`${before.width}x${before.height}`, `${after.width}x${after.height}`]
    if (sizes[0] !== sizes[1]) return { sizes, share: 1 }
    const average = ({ data, width }: Picture, left: number, top: number, colour: number) => {
      let sum = 0
      for (let y = top; y < top + cell; y++)
        for (let x = left; x < left + cell; x++) sum += data[(y * width + x) * 4 + colour]!
      return sum / cell ** 2
    }
    let cells = 0
    let different = 0
    for (let top = 0; top + cell <= before.height; top += cell) {
      for (let left = 0; left + cell <= before.width; left += cell) {
        cells++
        const isApart = [0, 1, 2].some(
          (colour) => Math.abs(average(before, left, top, colour) - average(after, left, top, colour)) > apart,
        )
        if (isApart) different++
      }
    }
    return { sizes, share: different / cells }
  }, given)
}
