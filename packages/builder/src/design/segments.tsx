interface SegmentsProps<T extends string> {
  /** Accessible name of the choice. */
  label: string
  value: T
  choices: readonly (readonly [value: T, label: string])[]
  onChange(value: NoInfer<T>): void
}

/** Two or three views of the same thing, side by side. */
export const Segments = <T extends string>({ label, value, choices, onChange }: SegmentsProps<T>) => (
  <fieldset className="segments">
    <legend className="visually-hidden">{label}</legend>
    {choices.map(([choice, name]) => (
      <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChange(choice)}>
        {name}
      </button>
    ))}
  </fieldset>
)
