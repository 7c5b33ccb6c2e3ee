/** Source and kind of device of the visitor of a result. Existing results have neither. */
export default /* sql */ `
  ALTER TABLE results ADD COLUMN source TEXT;
  ALTER TABLE results ADD COLUMN device TEXT;
`
