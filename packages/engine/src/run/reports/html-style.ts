/** The style sheet of the HTML report: light or dark as the reader's system, and printable. */
export const htmlStyle = `
:root{color-scheme:light dark;--bg:light-dark(#f6f7fa,#111216);--card:light-dark(#fff,#17181c);--hover:light-dark(#f9fafd,#1d1f23);--line:light-dark(#e8e9ec,#2d2f34);--text:light-dark(#191c22,#ecedef);--dim:light-dark(#62656e,#9c9ea5);--ok:light-dark(#09733a,#75d291);--ok-soft:light-dark(#e5f6e8,#1a3020);--bad:light-dark(#bc2c30,#f7857d);--bad-soft:light-dark(#feecea,#3b1e1c);--skip:light-dark(#845400,#eeac53);--focus:light-dark(#565fde,#8595f8);--accent:light-dark(#4347c4,#a5b4fc)}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:14px/1.5 Inter,system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:22px;line-height:1.3;margin:0;overflow-wrap:anywhere}
header p{margin:4px 0 0;color:var(--dim)}
.state{display:inline-block;margin-bottom:8px;padding:2px 10px;border-radius:999px;font-weight:600;font-size:13px}
.state.good{background:var(--ok-soft);color:var(--ok)}.state.bad{background:var(--bad-soft);color:var(--bad)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:24px 0 16px;padding:0}
.cards div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 16px}
.cards dt{color:var(--dim);font-size:13px}.cards dd{margin:0;font-size:20px;font-weight:600;font-variant-numeric:tabular-nums}

.cards small{display:block;min-height:1.5em;font-size:13px;font-weight:400;color:var(--dim)}
.bar{display:flex;height:8px;gap:2px;border-radius:4px;overflow:hidden;margin:0 0 24px;background:var(--line)}
.bar i{display:block;min-width:3px}.bar .passed{background:var(--ok)}.bar .failed,.bar .error{background:var(--bad)}.bar .untested,.bar .skipped,.bar .cancelled{background:var(--skip)}
fieldset{border:0;margin:0 0 12px;padding:0;display:flex;gap:4px}
fieldset label{padding:4px 12px;border-radius:6px;cursor:pointer;color:var(--dim)}
fieldset label:has(:checked){background:var(--card);color:var(--text);box-shadow:0 0 0 1px var(--line)}
fieldset label:has(:focus-visible){outline:2px solid var(--focus)}
fieldset input{position:absolute;opacity:0;pointer-events:none}
body:has(#failures:checked) .row:is(.passed,.untested,.skipped,.cancelled){display:none}
.rows{background:var(--card);border:1px solid var(--line);border-radius:10px;overflow:hidden}
.row+.row{border-top:1px solid var(--line)}
summary{display:grid;grid-template-columns:20px 64px minmax(0,1fr) auto;gap:8px;align-items:baseline;padding:9px 16px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--hover)}summary:focus-visible{outline:2px solid var(--focus);outline-offset:-2px}
.mark{font-weight:700}.passed .mark{color:var(--ok)}.failed .mark,.error .mark{color:var(--bad)}.untested .mark,.skipped .mark,.cancelled .mark{color:var(--skip)}
.method{font:600 12px/1.5 "JetBrains Mono",ui-monospace,monospace;color:var(--accent);overflow:hidden;text-overflow:ellipsis}
.name{overflow-wrap:anywhere}.name small,.facts{color:var(--dim);font-size:13px}.name small{display:block}
.facts{font-variant-numeric:tabular-nums;white-space:nowrap}
.detail{padding:4px 16px 16px 44px}
.detail p{margin:4px 0}.detail ul{margin:8px 0 0;padding:0;list-style:none}.detail li{padding:2px 0 2px 22px;text-indent:-22px}
.url,pre{font:12.5px/1.55 "JetBrains Mono",ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
pre{margin:4px 0 4px;padding:8px 12px;border-radius:6px;background:var(--bad-soft);color:var(--bad);text-indent:0}
.ok{color:var(--ok)}.no{color:var(--bad)}.dim{color:var(--dim)}
dl.values{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 16px;margin:8px 0 0}
.values dt{color:var(--dim)}.values dd{margin:0;overflow-wrap:anywhere}
@media (max-width:640px){main{padding:20px 12px}summary{grid-template-columns:20px minmax(0,1fr) auto}.method{display:none}.detail{padding-left:16px}}
@media print{fieldset{display:none}.rows{border-radius:0}body{background:#fff}}
`
