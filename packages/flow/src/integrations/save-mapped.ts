interface MappedRow<I extends string> {
  readonly item: I
  readonly variableId: string
}

/** Stores the values that rows of a `mapping` request; an undefined value leaves its variable unchanged. */
export function saveMapped<I extends string>(
  rows: readonly MappedRow<I>[] | undefined,
  save: (variableId: string, value: unknown) => void,
  values: { readonly [Item in I]: unknown },
): void {
  for (const { item, variableId } of rows ?? []) if (values[item] !== undefined) save(variableId, values[item])
}
