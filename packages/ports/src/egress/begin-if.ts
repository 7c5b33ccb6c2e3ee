/** Options of a request that is sent only if this returns true once there is a connection for it, which may take seconds to open. */
export const beginIf = (mayBegin: () => boolean): { opaque: BeginIf } => ({ opaque: new BeginIf(mayBegin) })

/** Travels with a request to its connection. */
export class BeginIf {
  readonly mayBegin: () => boolean

  constructor(mayBegin: () => boolean) {
    this.mayBegin = mayBegin
  }
}
