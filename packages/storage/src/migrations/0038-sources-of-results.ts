/** Where the visitor of a result came from, and on what kind of device. Results that are there already have neither. */
export default /* sql */ `
  ALTER TABLE results ADD COLUMN source TEXT;
  ALTER TABLE results ADD COLUMN device TEXT;
`
