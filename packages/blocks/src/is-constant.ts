/** Whether nothing in what an author wrote has to be filled in, so that it is the same for everybody. Found once per object. */
export function isConstant(written: object): boolean {
  let found = known.get(written)
  if (found === undefined) {
    found = !JSON.stringify(written).includes('{{')
    known.set(written, found)
  }
  return found
}

const known = new WeakMap<object, boolean>()
