import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useServices } from './chat-context.js'

interface ViewModule<P> {
  default: ComponentType<P>
}

export interface LazyView<P> {
  (props: P): preact.JSX.Element | null
  /** Resolves once it is loaded, or has failed to load. */
  preload(): Promise<unknown>
}

/** A view that is loaded when it is first needed. If that fails, the visitor can request it again, unless it is silent. */
export function lazyView<P extends object>(load: () => Promise<ViewModule<P>>, isSilent = false): LazyView<P> {
  let loaded: ViewModule<P> | undefined
  let loading: Promise<ViewModule<P>> | undefined
  const begin = () => {
    loading ??= load().then(
      (module) => {
        loaded = module
        return module
      },
      (error) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function View(props: P) {
    const services = useServices()
    const [state, setState] = useState<'waiting' | 'failed' | 'ready'>(loaded ? 'ready' : 'waiting')
    const fetchView = () => {
      setState('waiting')
      begin().then(
        () => setState('ready'),
        () => setState('failed'),
      )
    }
    useEffect(() => {
      // It may have been loaded since it was rendered; the view has to be notified of that, too.
      if (state === 'waiting') fetchView()
    }, [])
    if (isSilent && !loaded) return null
    if (state === 'failed')
      return (
        <button type="button" class="plain" onClick={fetchView}>
          {services.texts.loadFailed}
        </button>
      )
    if (!loaded) return <div class="waiting" />
    const Loaded = loaded.default
    return <Loaded {...props} />
  }

  return Object.assign(View, { preload: () => begin().catch(() => {}) })
}
