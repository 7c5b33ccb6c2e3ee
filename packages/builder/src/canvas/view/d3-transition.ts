import { type Selection, selection } from 'd3-selection'

/**
 * In place of the package `d3-transition`, for the one transition of the canvas: the view that moves to another place. The package, with
 * what it needs to animate colours, texts and attributes, is a tenth of the library of the canvas. `d3-selection` is the copy that the
 * library brings: its prototype is the one to extend.
 */

type Tween = (progress: number) => void
type Listener = (this: Element) => void

const running = new WeakMap<Element, () => void>()

/** Stops the transition of an element where it is. */
export function interrupt(element: Element): void {
  running.get(element)?.()
}

class Transition {
  readonly #selection: Selection<Element, unknown, null, undefined>
  #duration = 250
  #ease = (progress: number) => progress
  readonly #listeners: [type: string, listener: Listener][] = []
  readonly #tweens: ((this: Element) => Tween)[] = []

  constructor(of: Selection<Element, unknown, null, undefined>) {
    this.#selection = of
    requestAnimationFrame((now) => of.each((_, index, all) => this.#start(all[index]!, now)))
  }

  selection() {
    return this.#selection
  }

  duration(milliseconds: number) {
    this.#duration = milliseconds
    return this
  }

  ease(ease: (progress: number) => number) {
    this.#ease = ease
    return this
  }

  /** `types` are `start`, `interrupt` and `end`, each with a name behind a dot, if it has one. */
  on(types: string, listener: Listener) {
    for (const type of types.split(' ')) this.#listeners.push([type.split('.')[0]!, listener])
    return this
  }

  tween(_name: string, tween: (this: Element) => Tween) {
    this.#tweens.push(tween)
    return this
  }

  #start(element: Element, began: number) {
    interrupt(element)
    const happen = (type: string) => {
      for (const [known, listener] of this.#listeners) if (known === type) listener.call(element)
    }
    const end = (type: string) => {
      running.delete(element)
      cancelAnimationFrame(frame)
      happen(type)
    }
    running.set(element, () => end('interrupt'))
    happen('start')
    const tweens = this.#tweens.map((tween) => tween.call(element))
    const step = (now: number) => {
      const progress = Math.min(1, (now - began) / this.#duration)
      const eased = progress === 1 ? 1 : this.#ease(progress)
      for (const tween of tweens) tween(eased)
      if (progress === 1) end('end')
      else frame = requestAnimationFrame(step)
    }
    let frame = requestAnimationFrame(step)
  }
}

Object.assign(selection.prototype, {
  transition(this: Selection<Element, unknown, null, undefined>) {
    return new Transition(this)
  },
  interrupt(this: Selection<Element, unknown, null, undefined>) {
    return this.each((_, index, all) => interrupt(all[index]!))
  },
})
