/** The text of a style sheet, minified by the bundler. */
declare module '*.css?inline' {
  const text: string
  export default text
}
