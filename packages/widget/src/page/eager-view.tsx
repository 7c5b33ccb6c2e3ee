import type { ComponentType } from 'preact'
import type { LazyView } from '../view/lazy-view.js'

const loads: Promise<unknown>[] = []

/** Replaces `lazyView` when a whole page is rendered at once and nothing can be loaded later. */
export function lazyView<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyView<P> {
  let Loaded: ComponentType<P> | undefined
  const loading = load().then((module) => {
    Loaded = module.default
  })
  loads.push(loading)
  const View = (props: P) => (Loaded ? <Loaded {...props} /> : null)
  return Object.assign(View, { preload: () => loading })
}

/** Resolves when all views are loaded, including those loaded by others. */
export async function allViews(): Promise<void> {
  for (let known = -1; known !== loads.length; ) {
    known = loads.length
    await Promise.all(loads)
  }
}
