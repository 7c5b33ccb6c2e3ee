interface SegmentsProps<T extends string> {
  /** What is chosen by them, for those who do not see them side by side. */
  label: string
  value: T
  choices: readonly (readonly [value: T, label: string])[]
  onChange(value: NoInfer<T>): void
}

/** Two or three ways to show the same thing, side by side. */
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
