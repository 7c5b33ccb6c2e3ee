/** An address of a picture that may be loaded; undefined for scripts and whatever else is no picture. */
export const safePicture = (address: string): string | undefined =>
  /^(https?:\/\/|\/\w|data:image\/(png|jpeg|gif|webp|avif);)/i.test(address) ? address : undefined
