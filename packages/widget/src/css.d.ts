/** The text of a style sheet, made small by the bundler. */
declare module '*.css?inline' {
  const text: string
  export default text
}
