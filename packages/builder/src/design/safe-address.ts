/** Returns the address of a picture if it may be loaded; undefined for scripts and anything else that is not a picture. */
export const safePicture = (address: string): string | undefined =>
  /^(https?:\/\/|\/\w|data:image\/(png|jpeg|gif|webp|avif);)/i.test(address) ? address : undefined
