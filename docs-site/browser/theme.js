/** The colour scheme that was chosen in the builder, before the page is painted. */
try {
  const scheme = localStorage.getItem('colloquy-colours')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.theme = scheme
} catch {
  // Storage is blocked: the page follows the system.
}
