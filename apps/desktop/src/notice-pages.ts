/** The colours of the page's background (`apps/web/src/styles/tokens.css`), so that a new window does not flash. */
export const backgrounds = { light: '#ffffff', dark: '#16181d' } as const

/** No server has this address. A host that is asked to go there refuses, and the app loads the page again. */
export const restartAddress = 'https://restart.parley.invalid/'

function pageOf(title: string, body: string, isDark: boolean): string {
  const [background, text] = isDark ? [backgrounds.dark, '#e6e8ee'] : [backgrounds.light, '#1c1f26']
  const style = `html{background:${background};color:${text};font:15px/1.5 system-ui,sans-serif}body{margin:20vh auto;max-width:32rem}a{color:inherit}`
  const html = `<!doctype html><html lang="en"><title>${title}</title><style>${style}</style>${body}</html>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}

/** Returns the address of the page that a new window shows until the server is ready. */
export const startPageAddress = (isDark: boolean): string => pageOf('Starting… – Parley', '', isDark)

/** Returns the address of the page that a window shows when the process of its page has ended twice. */
export function crashPageAddress(isDark: boolean): string {
  const body = `<h1>This window has stopped</h1><p>The process of its page has ended twice. Your tabs are saved and come back. If this happens again, close some tabs.</p><p><a href="${restartAddress}">Restart</a></p>`
  return pageOf('Stopped – Parley', body, isDark)
}
