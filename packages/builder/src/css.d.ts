// Style sheets are imported for their effect; the build makes files of them.
declare module '*.css' {}

declare module '*.svg' {
  /** Its address. */
  const address: string
  export default address
}
