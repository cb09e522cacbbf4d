/** The colours of the page's background (`apps/web/src/styles/tokens.css`), so that a new window does not flash. */
export const backgrounds = { light: '#ffffff', dark: '#16181d' } as const

/** Returns the address of the page that a new window shows until the server is ready. */
export function startPageAddress(): string {
  const style = `html{background:${backgrounds.light};color-scheme:light dark}@media(prefers-color-scheme:dark){html{background:${backgrounds.dark}}}`
  const html = `<!doctype html><title>Starting… – Parley</title><style>${style}</style>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}
