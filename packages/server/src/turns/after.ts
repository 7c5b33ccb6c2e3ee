/** What comes of a value: at once where it is there, else when it is. Most turns wait for nothing, and to wait costs time and memory. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
