/** True if a value contains no variables, so that it is the same for all visitors. Computed once per object. */
export function isConstant(written: object): boolean {
  let found = known.get(written)
  if (found === undefined) {
    found = !JSON.stringify(written).includes('{{')
    known.set(written, found)
  }
  return found
}

const known = new WeakMap<object, boolean>()
