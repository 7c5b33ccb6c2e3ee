/** A plain page of the service: light or dark like the reader's system, and without anything from other hosts. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${body}</body></html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] as string)
}

const style = `
:root{color-scheme:light dark;--page:light-dark(#fff,#15161b);--text:light-dark(#1d1e24,#e6e6ee);--quiet:light-dark(#5b5d6b,#a3a5b5);
--line:light-dark(#e2e3ea,#33353f);--soft:light-dark(#f5f6f9,#1f2028);--link:light-dark(#2350b4,#9ab6ff)}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.6 system-ui,sans-serif;background:var(--page);color:var(--text)}
a{color:var(--link)}h1,h2,h3{line-height:1.25;text-wrap:balance}h1{font-size:1.9rem;margin:0 0 1rem}h2{font-size:1.4rem;margin:3rem 0 0}
code,pre{font:.875em/1.5 ui-monospace,monospace}p code,li code,td code{background:var(--soft);border-radius:4px;padding:.1em .3em}p code,li code{overflow-wrap:anywhere}td code{white-space:nowrap}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;overflow:auto;max-height:26rem}
.card{max-width:36rem;margin:18vh auto 2rem;padding:0 1.5rem}.card li{margin:.35rem 0}.card p{color:var(--quiet)}
.reference{display:grid;grid-template:"index intro" auto "index main" 1fr / 18rem minmax(0,1fr)}
.reference header{grid-area:intro;padding:2.5rem 2.5rem 0}.reference main{grid-area:main;padding:0 2.5rem 4rem}
.reference header,.reference main{max-width:56rem}
.reference nav{grid-area:index;position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:.875rem}
nav h2{font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--quiet);margin:1.25rem .5rem .35rem}nav h2:first-child{margin-top:0}
nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:.25rem .5rem;border-radius:6px;color:inherit;text-decoration:none;line-height:1.35}
nav a:hover,nav a:focus-visible{background:var(--soft);color:var(--link)}
article{border-top:1px solid var(--line);padding:1.5rem 0;margin-top:1.5rem}article h3{margin:0 0 .5rem;font-size:1.1rem}article p{margin:.5rem 0}
.call{display:flex;gap:.6rem;align-items:baseline;overflow-wrap:anywhere}.call code{background:none;padding:0}.call .method{font-weight:700;color:var(--link)}
.quiet{color:var(--quiet);font-size:.9rem}.errors{display:flex;flex-wrap:wrap;gap:.3rem .4rem}.errors code{white-space:nowrap}
summary{cursor:pointer;padding:.15rem 0}.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line)}
@media(max-width:50rem){.reference{display:block}.reference header{padding:1.5rem 1.25rem 0}.reference main{padding:0 1.25rem 3rem}
.reference nav{position:static;height:auto;border:0;border-block:1px solid var(--line);margin-top:1.5rem;padding:1.25rem .75rem}nav a{padding:.45rem .5rem}}`
