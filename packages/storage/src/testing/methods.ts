import type { Storage } from '../storage.js'

type Method = (...given: unknown[]) => unknown
type Methods = Readonly<Record<string, Method>>

const storesOf = (storage: Storage) =>
  Object.entries(storage).filter((entry): entry is [string, Methods] => typeof entry[1] === 'object')

/** `listedResults` has the methods of `results`. */
const nameOf = (store: string, method: string) => `${store === 'listedResults' ? 'results' : store}.${method}`

/** The names of the methods of all stores, such as `bots.find`. */
export const methodsOf = (storage: Storage): string[] =>
  storesOf(storage).flatMap(([store, methods]) => Object.keys(methods).map((method) => nameOf(store, method)))

/** The storage, whose calls add the name of the method to `called`. */
export function noting(called: Set<string>, storage: Storage): Storage {
  const notingStore = (store: string, methods: Methods) =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name,
        (...given: unknown[]) => {
          called.add(nameOf(store, name))
          return method.apply(methods, given)
        },
      ]),
    )
  const stores = storesOf(storage).map(([store, methods]) => [store, notingStore(store, methods)])
  return { ...storage, ...Object.fromEntries(stores) }
}
