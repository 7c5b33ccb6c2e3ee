/** Styles of the page of a shared summary, in the light and dark colors of the builder. */
export const styles = `
:root{color-scheme:light dark;--page:#fafbfc;--surface:#fff;--sunken:#f1f3f7;--line:#e6e9ef;--text:#101524;--soft:#49526a;--accent:#4f46e5}
@media (prefers-color-scheme:dark){:root{--page:#0f121a;--surface:#171b26;--sunken:#232938;--line:#2b3244;--text:#eef1f7;--soft:#aab3c8;--accent:#8f89ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{display:flex;flex-direction:column;gap:16px;max-width:860px;margin:0 auto;padding:24px 16px 48px}
h1,h2,p,dl,dd,ul{margin:0}
h1{font-size:24px;line-height:1.25;overflow-wrap:anywhere}
h2{font-size:17px;line-height:1.35;overflow-wrap:anywhere}
p,dt,.share{color:var(--soft)}
.card{display:flex;flex-direction:column;gap:12px;padding:20px;border:1px solid var(--line);border-radius:14px;background:var(--surface)}
.figures{display:flex;flex-flow:row wrap;gap:12px 32px}
dt{font-size:13px}
dd{font-size:22px;font-weight:600;font-variant-numeric:tabular-nums}
table{width:100%;border-collapse:collapse}
th,td{padding:6px 0;font-weight:400;text-align:left}
td{width:1px;padding-left:12px;font-variant-numeric:tabular-nums;text-align:right;vertical-align:bottom;white-space:nowrap}
th span{display:block;overflow-wrap:anywhere}
svg{display:block;width:100%;height:8px;margin-top:4px;overflow:hidden;border-radius:4px;background:var(--sunken)}
rect{fill:var(--accent)}
.compact th,.compact td{padding-block:3px}
.compact div{display:flex;align-items:center;gap:12px}
.compact span{flex:none;min-width:48px}
.compact svg{flex:1;width:0;margin:0}
ul{padding:0;list-style:none}
li{padding:8px 0;border-top:1px solid var(--line);overflow-wrap:anywhere;white-space:pre-line}
li:first-child{border-top:0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (forced-colors:active){rect{fill:CanvasText}}
@media print{.card{break-inside:avoid}}
`
