import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const desktop = [
  'desktop-chromium',
  'desktop-drops',
  'desktop-full-disk',
  'desktop-hostile',
  'desktop-looks',
  'desktop-webview',
  'desktop-webview-system',
]
const graphQl = ['graphql-answers', 'graphql-editor', 'graphql-hostile', 'graphql-schema']
const live = ['events', 'event-stream-requests', 'websocket', 'grpc', 'run-page']
const unsaved = ['unsaved-work', 'killed-browser', 'killed-windows', 'collection-pages', 'restart']

/**
 * The rooms of the sources: the beginning of a path, and the names of the browser specs that test what is in it. The
 * first row that matches counts, so narrower ones come first.
 */
export const specRooms: readonly (readonly [beginning: string, specs: readonly string[]])[] = [
  ['apps/web/src/views/Assistant', ['assistant', 'assistant-commands', 'assistant-keyboard']],
  ['apps/web/src/views/Authorization', ['authorization', 'tokens']],
  ['apps/web/src/views/Conflict', ['conflicts', 'saving', 'dialog-turns']],
  ['apps/web/src/views/Container', ['collection-pages', 'container-secrets', 'docs', 'grpc-files']],
  ['apps/web/src/views/Deleted', ['sidebar']],
  ['apps/web/src/views/Desktop', desktop],
  ['apps/web/src/views/Docs', ['collection-pages', 'docs']],
  [
    'apps/web/src/views/Environments',
    ['environments', 'variables', 'container-secrets', 'script-permissions', 'sample'],
  ],
  ['apps/web/src/views/Example', ['examples']],
  ['apps/web/src/views/Export', ['export']],
  ['apps/web/src/views/GenerateCode', ['generate-code']],
  ['apps/web/src/views/GraphQl', graphQl],
  ['apps/web/src/views/Grpc', ['grpc', 'grpc-files']],
  ['apps/web/src/views/History', ['history']],
  ['apps/web/src/views/Import', ['import', 'paste-curl', 'script-permissions']],
  ['apps/web/src/views/Live', live],
  ['apps/web/src/views/Palette', ['palette', 'focus-after-commands']],
  [
    'apps/web/src/views/RequestPane',
    ['body-types', 'tables', 'keys-and-drops', 'scripts', 'assertions', 'typing', 'page-layout'],
  ],
  ['apps/web/src/views/Request', ['sending', 'url-row', 'url-before-editor', 'saving', 'paste-curl']],
  [
    'apps/web/src/views/ResponsePane',
    [
      ...['first-send', 'response-body', 'response-preview', 'preview-connections', 'response-tabs'],
      ...['hostile-response', 'hostile-downloads', 'large-bodies', 'wire', 'events', 'script-errors'],
    ],
  ],
  ['apps/web/src/views/Runner/load', ['load']],
  ['apps/web/src/views/Runner', ['run-page', 'sample', 'load']],
  [
    'apps/web/src/views/Settings',
    ['settings', 'proxy', 'certificates', 'updates', 'assistant-settings', 'agents'],
  ],
  [
    'apps/web/src/views/Shell',
    ['first-send', 'page-layout', 'narrow', 'dialog-turns', 'restart', 'workspaces', 'secret-questions'],
  ],
  [
    'apps/web/src/views/Shortcuts',
    ['keyboard-only', 'keys-and-drops', 'focus-after-commands', 'tab-commands', 'settings'],
  ],
  [
    'apps/web/src/views/Sidebar',
    ['sidebar', 'sidebar-folding', 'keys-and-drops', 'large-workspace', 'hostile-names'],
  ],
  ['apps/web/src/views/TabStrip', ['tab-strip', 'tab-commands', 'tabs-and-keyboard']],
  ['apps/web/src/workbench/tabs', [...unsaved, 'undo-after-switch', 'tab-strip', 'conflicts']],
  ['apps/web/src/workbench/runs/load', ['load']],
  ['apps/web/src/workbench/runs', ['run-page', 'load']],
  ['apps/web/src/workbench/variables', ['environments', 'variables', 'shown-is-sent']],
  ['apps/web/src/workbench/sending', ['sending', 'many-sends', 'first-send', 'secret-questions']],
  ['apps/web/src/markdown', ['docs']],
  ['apps/web/src/server-client', ['windows', 'restart', 'opening']],
  ['apps/web/src/styles', ['every-screen', 'forced-colors', 'reduced-motion', 'page-layout', 'narrow']],
  ['apps/server/src/access', ['other-sites', 'opening']],
  ['apps/server/src/agents', ['agents']],
  ['apps/server/src/assistant', ['assistant', 'assistant-commands']],
  ['apps/server/src/bodies', ['response-body', 'response-preview', 'large-bodies']],
  ['apps/server/src/loads', ['load']],
  ['apps/server/src/page-files', ['script-budget', 'other-sites']],
  ['apps/server/src/tabs', unsaved],
  ['apps/server/src/tokens', ['tokens']],
  ['apps/server/src/updates', ['updates']],
  ['apps/server/src/windows', ['windows', 'killed-windows']],
  ['apps/desktop/src', desktop],
  ['packages/workspace/src/sample', ['sample', 'first-send']],
  ['packages/convert/src/import', ['import', 'paste-curl']],
  ['packages/convert/src/export', ['export']],
  ['packages/codegen/src/load', ['load']],
  ['packages/codegen', ['generate-code']],
  ['packages/interchange/src/load', ['load']],
  ['packages/engine/src/run', ['run-page', 'run-report']],
  ['packages/transport/src/http1', ['faulty-answers', 'wire', 'sending']],
]

/** What is run for a source that is in no room. */
const allOfCore = 'e2e/core'

/** Returns the files of a spec name: that of the check, that of the whole, or both. */
export function filesOfSpec(name: string): readonly string[] {
  return [`e2e/core/${name}.spec.ts`, `e2e/${name}.spec.ts`].filter(file => existsSync(join(root, file)))
}

/** Whether the browser tests depend on a file. */
function isShownInPage(path: string): boolean {
  return (
    /^(apps\/(web|server|desktop)|packages)\/.*\.(ts|tsx|css|html)$|^e2e\//.test(path) &&
    !/\.(test|slow|testkit|nightly)\.tsx?$/.test(path)
  )
}

function specsOfPath(path: string): readonly string[] {
  const ofTests = /^e2e\/(?:core\/|support\/rooms\/)?([^/]+?)(?:\.spec)?\.ts$/.exec(path)?.[1]
  if (ofTests !== undefined) return filesOfSpec(ofTests)
  const room = specRooms.find(([beginning]) => path.startsWith(beginning))
  return room === undefined ? [allOfCore] : room[1].flatMap(filesOfSpec)
}

/**
 * Returns the browser specs to run for changed files (paths below the root of the repository). `e2e/core`, all specs
 * of the check, stands for those of sources that are in no room.
 */
export function specsOf(changedPaths: readonly string[]): readonly string[] {
  const specs = new Set(changedPaths.filter(isShownInPage).flatMap(specsOfPath))
  return [...specs].filter(spec => !specs.has(allOfCore) || !spec.startsWith(`${allOfCore}/`)).sort()
}
