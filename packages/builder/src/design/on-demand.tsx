import { Component, lazy, type ReactNode, Suspense } from 'react'

/**
 * A part of the page with code of its own, loaded when it is first shown. Without a network it waits for one: a browser that failed
 * to load a module does not try again until the page is opened anew.
 */
export const onDemand: typeof lazy = (load) =>
  lazy(async () => {
    await hasNetwork()
    return load()
  })

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
export class Boundary extends Component<
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
    <p>This part of the page could not be shown. What you have changed is kept.</p>
    <p className="faint">{error.message}</p>
    <button type="button" className="button small" onClick={() => location.reload()}>
      Open the page again
    </button>
  </div>
)

/** Waits until the browser believes that there is a network. */
export function hasNetwork(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}
