import { type ComponentType, createElement, Fragment, type VNode } from 'preact'

export { Fragment }

/** Called by the compiler for each tag, instead of Preact's own module, which repeats much of `createElement`, already part of the chat. */
export function jsx(type: string | ComponentType<object>, props: object, key?: string): VNode {
  return createElement(type as ComponentType<object>, key === undefined ? props : { ...props, key })
}

/**
 * Called for tags with several children.
 * @alias
 */
export const jsxs = jsx
