import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { t } from '../i18n/i18n.js'

type Load<T> = () => Promise<{ default: T }>

/** What loads the parts that are wanted soon; those inside of other parts come to it once these are loaded. */
const soon: (() => Promise<unknown>)[] = []

/**
 * A part of the page with code of its own, loaded when it is first shown, or by `loadSoon` when it `isSoon`. Without a network it
 * waits for one: a browser that failed to load a module does not try again until the page is opened anew.
 */
// biome-ignore lint/suspicious/noExplicitAny: components of any properties, as `lazy` has it
export function onDemand<T extends ComponentType<any>>(load: Load<T>, { isSoon = false } = {}) {
  let loading: Promise<{ default: T }> | undefined
  const once = () => {
    loading ??= hasNetwork().then(load)
    return loading
  }
  if (isSoon) soon.push(once)
  return lazy(once)
}

/** Loads all parts that are wanted soon, one after another. */
export async function loadSoon(): Promise<void> {
  for (const load of soon) await load()
}

interface PartProps {
  /** What stands there until the part has come. */
  waiting?: ReactNode
  children: ReactNode
  /** What stands there when the part has broken; a notice with a way out unless told. */
  broken?: (error: Error) => ReactNode
}

/** The room of such a part. When it cannot be shown, everything around it goes on. */
export const Part = ({ waiting, broken, children }: PartProps) => (
  <Boundary broken={broken ?? ((error) => <Broken error={error} />)}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </Boundary>
)

/** Shows `broken` in the place of what throws while it is drawn. */
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
