/** Short texts that this browser keeps for the builder, by key. */
export interface Kept {
  /** Null if nothing is kept. */
  get(key: string): string | null
  set(key: string, text: string): void
  delete(key: string): void
}

/** Kept until the tab is closed. */
export const keptInTab: Kept = keptBy(() => sessionStorage)
/** Kept until the browser's data is deleted. */
export const keptInBrowser: Kept = keptBy(() => localStorage)

/**
 * Keeps texts in a storage of the browser and never throws. Where the storage is denied or full, a text is kept until the page is left.
 * Naming the storage throws where it is denied, so it is named at each use.
 */
export function keptBy(storage: () => Storage): Kept {
  const unstored = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(storage())
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => unstored.get(key) ?? attempt((it) => it.getItem(key)) ?? null,
    set(key, text) {
      unstored.set(key, text)
      attempt((it) => {
        it.setItem(key, text)
        unstored.delete(key)
      })
    },
    delete(key) {
      unstored.delete(key)
      attempt((it) => it.removeItem(key))
    },
  }
}
