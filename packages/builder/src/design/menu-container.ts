/** Menus open inside of the main part of a page, wherever their button is: what stands outside of all parts is skipped by who goes from one to another. */
export const menuContainer = () => document.querySelector('main')
