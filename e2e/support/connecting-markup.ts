/** Creates a piece of HTML that makes a browser connect to `url`. */
type Markup = (url: string) => string

const attribute = (element: string, name: string, rest = ''): [string, Markup] => [
  `${element} ${name}`,
  url => `<${element} ${name}="${url}" ${rest}></${element}>`,
]

const link = (relation: string, rest = ''): [string, Markup] => [
  `link ${relation}`,
  url => `<link rel="${relation}" href="${url}" ${rest}>`,
]

const style = (name: string, css: Markup): [string, Markup] => [
  `style ${name}`,
  url => `<style>${css(url)}</style>`,
]

const svg = (element: string, name: string): [string, Markup] => [
  `svg ${element} ${name}`,
  url => `<svg width="9" height="9"><${element} ${name}="${url}#x" width="9" height="9"/></svg>`,
]

/** Markup that changes or replaces the rest of its document. */
export const alone: ReadonlySet<string> = new Set(['base', 'frameset', 'meta refresh'])

/** All elements and attributes that make browsers connect while a document is shown, by name. */
export const connectingMarkup: Readonly<Record<string, Markup>> = Object.fromEntries([
  attribute('iframe', 'src'),
  attribute('iframe', 'src', 'loading="eager" sandbox'),
  attribute('object', 'data'),
  attribute('object', 'data', 'type="text/html"'),
  attribute('embed', 'src'),
  attribute('embed', 'src', 'type="text/html"'),
  attribute('portal', 'src'),
  attribute('fencedframe', 'src'),
  attribute('frame', 'src'),
  attribute('img', 'src'),
  attribute('img', 'srcset'),
  attribute('img', 'lowsrc'),
  attribute('image', 'src'),
  attribute('input', 'src', 'type="image"'),
  attribute('video', 'src', 'autoplay preload="auto"'),
  attribute('video', 'poster'),
  attribute('audio', 'src', 'autoplay preload="auto"'),
  attribute('body', 'background'),
  attribute('table', 'background'),
  attribute('td', 'background'),
  attribute('script', 'src'),
  attribute('script', 'src', 'type="module"'),
  attribute('html', 'manifest'),
  attribute('a', 'ping', 'href="#"'),
  attribute('applet', 'code'),
  attribute('bgsound', 'src'),
  ['source src', url => `<video autoplay><source src="${url}"></video>`],
  ['source srcset', url => `<picture><source srcset="${url}"><img alt=""></picture>`],
  ['track src', url => `<video><track src="${url}" default></video>`],
  ['iframe srcdoc', url => `<iframe srcdoc="<iframe src='${url}'></iframe><img src='${url}'>"></iframe>`],
  ['iframe javascript:', url => `<iframe src="javascript:fetch('${url}')"></iframe>`],
  ['iframe data:', url => `<iframe src="data:text/html,<img src='${url}'>"></iframe>`],
  ['frameset', url => `<frameset><frame src="${url}"></frameset>`],
  ['template', url => `<div><template shadowrootmode="open"><img src="${url}"></template></div>`],
  ['noscript', url => `<noscript><img src="${url}"><iframe src="${url}"></iframe></noscript>`],
  ['form', url => `<form action="${url}"><button autofocus>Go</button></form>`],
  ['speculation rules', url => `<script type="speculationrules">${speculationRules(url)}</script>`],
  ['import map', url => `<script type="importmap">{"imports":{"x":"${url}"}}</script>`],
  ...['stylesheet', 'icon', 'apple-touch-icon', 'manifest', 'preconnect', 'dns-prefetch', 'prefetch'].map(
    one => link(one),
  ),
  ...['prerender', 'modulepreload', 'next', 'import', 'search', 'pingback', 'expect'].map(one => link(one)),
  ...['script', 'style', 'image', 'font', 'fetch', 'document', 'video', 'track'].map(
    (kind): [string, Markup] => [
      `link preload ${kind}`,
      url => `<link rel="preload" as="${kind}" href="${url}" crossorigin>`,
    ],
  ),
  link('compression-dictionary'),
  ['meta refresh', url => `<meta http-equiv="refresh" content="0;url=${url}">`],
  ['meta link', url => `<meta http-equiv="link" content="<${url}>; rel=preconnect">`],
  ['base', url => `<base href="${url}"><img src="image.png"><link rel="stylesheet" href="style.css">`],
  style('@import', url => `@import url("${url}");`),
  style('background', url => `body { background: url("${url}") }`),
  style('list', url => `ul { list-style: url("${url}") }`),
  style('cursor', url => `body { cursor: url("${url}"), auto }`),
  style('content', url => `h1::after { content: url("${url}") }`),
  style('mask', url => `h1 { mask: url("${url}#x") }`),
  style('filter', url => `h1 { filter: url("${url}#x") }`),
  style('image-set', url => `li { background: image-set("${url}" 1x) }`),
  style('font', url => `@font-face { font-family: x; src: url("${url}") } h1 { font-family: x }`),
  ['style attribute', url => `<p style="background: url('${url}')">x</p>`],
  svg('use', 'href'),
  svg('image', 'href'),
  svg('image', 'xlink:href'),
  svg('feImage', 'href'),
  svg('script', 'href'),
  ['svg foreignObject', url => `<svg><foreignObject><iframe src="${url}"></iframe></foreignObject></svg>`],
  ['svg style', url => `<svg><style>@import "${url}";</style></svg>`],
  ['mathml', url => `<math><mi href="${url}">x</mi></math>`],
])

function speculationRules(url: string): string {
  const rule = [{ source: 'list', urls: [url], eagerness: 'immediate' }]
  return JSON.stringify({ prefetch: rule, prerender: rule })
}
