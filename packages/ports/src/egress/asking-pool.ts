import { type Dispatcher, Pool } from 'undici'
import { BeginIf } from './begin-if.js'

/** Connections that ask each request made with `beginIf`. */
export class AskingPool extends Pool {
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { opaque } = options as { opaque?: unknown }
    return super.dispatch(options, opaque instanceof BeginIf ? new AskedFirst(handler, opaque) : handler)
  }
}

/** Passes all on. Uses the same methods as the handler of `request`: the other ones would read all headers again. */
class AskedFirst implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler
  readonly #opaque: BeginIf

  constructor(handler: Dispatcher.DispatchHandler, opaque: BeginIf) {
    this.#handler = handler
    this.#opaque = opaque
  }

  onConnect(abort: (error?: Error) => void): void {
    if (this.#opaque.mayBegin()) this.#handler.onConnect?.(abort)
    else abort(new DOMException('The request was not sent', 'AbortError'))
  }

  onHeaders(...head: Parameters<NonNullable<Dispatcher.DispatchHandler['onHeaders']>>): boolean {
    return this.#handler.onHeaders?.(...head) ?? true
  }

  onData(chunk: Buffer): boolean {
    return this.#handler.onData?.(chunk) ?? true
  }

  onComplete(trailers: string[] | null): void {
    this.#handler.onComplete?.(trailers)
  }

  onError(error: Error): void {
    this.#handler.onError?.(error)
  }
}
