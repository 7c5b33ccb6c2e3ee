/** Vite answers where it wrote the worker. */
declare module '*?worker&url' {
  const address: string
  export default address
}
