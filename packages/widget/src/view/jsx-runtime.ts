import { type ComponentType, createElement, Fragment, type VNode } from 'preact'

export { Fragment }

/**
 * What the compiler calls for each tag, instead of Preact's own module for it: that one repeats much of `createElement`, which is
 * in the chat already.
 */
export function jsx(type: string | ComponentType<object>, props: object, key?: string): VNode {
  return createElement(type as ComponentType<object>, key === undefined ? props : { ...props, key })
}

/**
 * What it calls where there are several children.
 * @alias
 */
export const jsxs = jsx
