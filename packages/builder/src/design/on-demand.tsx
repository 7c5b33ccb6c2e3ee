import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { t } from '../i18n/i18n.js'
import { KeysWait } from './keys-wait.js'

type Load<T> = () => Promise<{ default: T }>

/** Loaders of parts that are needed soon; parts inside other parts register when those are loaded. */
const soon: (() => Promise<unknown>)[] = []

/**
 * Returns a function that loads a module when it is first called; `loadSoon` loads it before that if it `isSoon`. Waits for a network
 * connection, because a browser that failed to load a module does not try again until the page is reloaded.
 */
export function loadLater<T>(load: () => Promise<T>, { isSoon = false } = {}): () => Promise<T> {
  let loading: Promise<T> | undefined
  const once = () => {
    loading ??= hasNetwork().then(load)
    return loading
  }
  if (isSoon) soon.push(once)
  return once
}

/** A part of the page with separate code, loaded like other modules, and at the latest when it is first shown. */
// biome-ignore lint/suspicious/noExplicitAny: components of any properties, as `lazy` has it
export function onDemand<T extends ComponentType<any>>(load: Load<T>, options?: { isSoon?: boolean }) {
  let loaded: { default: T } | undefined
  const once = loadLater(async () => {
    loaded = await load()
    return loaded
  }, options)
  const part = lazy(() => (loaded ? atOnce(loaded) : once()))
  /** Loads the part before it is shown. If it does not load, it shows its error where it is rendered. */
  const loadAhead = async () => {
    await once().catch(() => undefined)
  }
  return Object.assign(part, { loadAhead })
}

/** A thenable that `lazy` reads at once: a part that is loaded is shown without its placeholder, which React keeps for 300 ms. */
const atOnce = <T,>(part: T) =>
  // biome-ignore lint/suspicious/noThenProperty: `lazy` calls it at once, as no promise does
  ({ then: (resolve: (part: T) => void) => resolve(part) }) as Promise<T>

/** Loads all parts that are needed soon, one after another. */
export async function loadSoon(): Promise<void> {
  for (const load of soon) await load()
}

interface PartProps {
  /** Shown until the part is loaded. */
  waiting?: ReactNode
  /** Selector of the place whose field or item takes the focus: keys pressed until then wait for it. */
  keysFor?: string | false
  children: ReactNode
  /** Shown if the part fails; defaults to a notice with a button that reloads the page. */
  broken?: (error: Error) => ReactNode
}

/** Container of such a part. If the part fails, everything around it keeps working. */
export const Part = ({ waiting, keysFor, broken, children }: PartProps) => (
  <Boundary broken={broken ?? ((error) => <Broken error={error} />)}>
    {keysFor && <KeysWait where={keysFor} />}
    <Suspense fallback={waiting}>{children}</Suspense>
  </Boundary>
)

/** Container of a part that opens a dialog: keys pressed until it has the focus wait for it. */
export const DialogPart = ({ children }: { children: ReactNode }) => <Part keysFor="[role=dialog]">{children}</Part>

/** Shows `broken` in place of children that throw while rendering. */
class Boundary extends Component<
  { broken: (error: Error) => ReactNode; children: ReactNode },
  { error: Error | undefined }
> {
  override state = { error: undefined as Error | undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error ? this.props.broken(error) : this.props.children
  }
}

const Broken = ({ error }: { error: Error }) => (
  <div className="notice danger" role="alert">
    <p>{t('This part of the page could not be shown. What you have changed is kept.')}</p>
    <p className="faint">{error.message}</p>
    <button type="button" className="button small" onClick={() => location.reload()}>
      {t('Open the page again')}
    </button>
  </div>
)

function hasNetwork(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}
