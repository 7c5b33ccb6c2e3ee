/** The transcript of a result is read from the turns of its sessions, which are kept as long as it is. */
export default /* sql */ `
  DROP TABLE history;
`
