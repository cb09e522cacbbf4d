import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark }
main { display: grid; place-content: center; justify-items: center; gap: 8px; min-height: 90vh }
body { margin: 0 16px; background: light-dark(#f6f7fa, #111216); color: light-dark(#191c22, #ecedef);
  font: 13px/20px Inter, system-ui, sans-serif; text-align: center }
svg { width: 24px; height: 24px; fill: none; stroke: light-dark(#4d54d2, #7f8ff8); stroke-width: 1.7;
  stroke-linejoin: round; stroke-linecap: round }
h1 { margin: 0; font-size: 20px; font-weight: 600; line-height: 28px }
p { margin: 0; color: light-dark(#4d5058, #b0b2b8) }
`

const mark =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 3.5h7.5v6H5L2 12z"/><path d="M12 6.5h2v8L11.5 12H7"/></svg>'

/** What a page of the redirect listener says. */
export interface RedirectWords {
  readonly title: string
  readonly nextStep: string
}

/** The policy of the page: nothing is loaded, and only its own style applies. */
export const redirectPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

/** Returns the page that ends a sign-in in the browser. Its words are fixed: nothing of a redirect may be in them. */
export function redirectPage({ title, nextStep }: RedirectWords): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title} · Parley</title><style>${style}</style><main>${mark}<h1>${title}</h1><p>${nextStep}</p></main></html>`
}
